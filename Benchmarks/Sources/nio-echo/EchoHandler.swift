import NIOCore
import NIOWebSocket

/// Sends each message back, and all that one read brought in one write.
final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .binary, .continuation, .ping:
            let opcode = frame.opcode == .ping ? WebSocketOpcode.pong : frame.opcode
            let answer = WebSocketFrame(fin: frame.fin, opcode: opcode, data: frame.unmaskedData)
            context.write(wrapOutboundOut(answer), promise: nil)
        case .connectionClose:
            answerClose(frame, context)
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
    }

    private func answerClose(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
        let answer = WebSocketFrame(
            fin: true, opcode: .connectionClose, data: frame.unmaskedData)
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        context.close(promise: nil)
    }
}

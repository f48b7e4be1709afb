import NIOCore
import NIOWebSocket

/// Sends each message to all connected clients.
final class BroadcastHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let audience: Audience
    private var context: ChannelHandlerContext?

    init(_ audience: Audience) {
        self.audience = audience
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        audience.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
        audience.remove(self)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        switch frame.opcode {
        case .text, .binary:
            let message = WebSocketFrame(
                fin: frame.fin, opcode: frame.opcode, data: frame.unmaskedData)
            audience.hear(message)
        case .ping:
            let pong = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
            context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
        case .connectionClose: context.close(promise: nil)
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        audience.flush()
    }

    func write(_ message: WebSocketFrame) {
        context?.write(wrapOutboundOut(message), promise: nil)
    }

    func flush() {
        context?.flush()
    }
}

import HTTP
import HTTPTypes
import Kernel
import WebSocket
import Wire

/// A connection of the daemon without its socket: what a peer sends comes in, what it is answered
/// comes out. As `ClientHandler` does it, but that commands are only decoded.
final class Connection {
    private enum Stage {
        case http(RequestParser)
        case frames(WireFormat)
        case left
    }

    /// All that has been sent.
    private(set) var output: [UInt8] = []
    private var stage: Stage
    private var endpoint = Endpoint(role: .server)
    private let limits: MessageLimits
    private let inflater = Inflater()
    private let deflater = Deflater(thresholdBytes: 0)

    init(limits: MessageLimits, httpLimits: HTTPLimits) {
        self.limits = limits
        stage = .http(RequestParser(limits: httpLimits))
    }

    /// Takes one read.
    func receive(_ buffer: UnsafeMutableRawBufferPointer) {
        var input = buffer
        if case .http(let parser) = stage { readHTTP(&input, parser) }
        if case .frames(let format) = stage { readFrames(&input, format) }
    }

    private func readHTTP(_ input: inout UnsafeMutableRawBufferPointer, _ start: RequestParser) {
        var parser = start
        stage = .left
        var rest = UnsafeRawBufferPointer(input)
        defer { input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(rest.count)) }
        while let event = parser.next(&rest) {
            switch event {
            case .violation(let violation):
                return respond(HTTPResponse(status: violation.status), keepAlive: false)
            case .largeBody, .bodyPart:
                return respond(HTTPResponse(status: .contentTooLarge), keepAlive: false)
            case .request(let request):
                guard request.head.path == "/v1/ws" else {
                    respond(HTTPResponse(status: .notFound), keepAlive: request.keepsAlive)
                    guard request.keepsAlive else { return }
                    continue
                }
                guard !upgrade(request), request.keepsAlive else { return }
            }
        }
        stage = .http(parser)
    }

    /// Answers, and says whether frames come from here on.
    private func upgrade(_ request: Request) -> Bool {
        let subprotocols = WireFormat.allCases.map(\.subprotocol)
        switch Handshake.accept(request.head, subprotocols: subprotocols, deflate: true) {
        case .success(let acceptance):
            endpoint = Endpoint(role: .server, deflate: acceptance.deflate)
            stage = .frames(WireFormat(subprotocol: acceptance.subprotocol) ?? .json)
            respond(acceptance.response, keepAlive: true)
            return true
        case .failure(let rejection):
            respond(rejection.response, keepAlive: request.keepsAlive)
            return false
        }
    }

    private func readFrames(_ input: inout UnsafeMutableRawBufferPointer, _ format: WireFormat) {
        while let event = endpoint.next(&input, limits: limits, inflater: inflater) {
            switch event {
            case .text(let bytes): command(bytes, as: .json, on: format)
            case .binary(let bytes): command(bytes, as: .binary, on: format)
            case .ping(let bytes): frame(.pong, bytes)
            case .pong: break
            case .close(let code, _): close(code, "")
            case .violation(let violation): close(violation.code, violation.reason)
            }
        }
    }

    private func command(
        _ bytes: UnsafeRawBufferPointer, as sent: WireFormat, on format: WireFormat
    ) {
        guard sent == format else { return close(.unsupportedData, "another format") }
        do throws(DecodingFailure) {
            let envelope = try CommandEnvelope(opening: bytes, format: format)
            guard let entry = Commands.catalog[envelope.name] else {
                return answer(envelope.id, .unknownCommand, "", "no such command", format)
            }
            _ = try entry.read(.frame(envelope), for: Commands.caller)
            answer(envelope.id, .internal, entry.name, "understood", format)
        } catch {
            answer(error.id, error.code, error.field, error.message, format)
        }
    }

    private func answer(
        _ id: UInt32, _ code: ErrorCode, _ field: String, _ message: String, _ format: WireFormat
    ) {
        let error = Refusal(code, field: field, message).error(in: "")
        let bytes = ServerMessage(id: id, .error(error)).bytes(format)
        let opcode: Opcode = format == .json ? .text : .binary
        bytes.withUnsafeBytes { bytes in
            let deflated = endpoint.deflate.flatMap {
                deflater.deflate(bytes, windowBits: $0.windowBits)
            }
            frame(opcode, deflated ?? bytes, isDeflated: deflated != nil)
        }
    }

    private func frame(
        _ opcode: Opcode, _ payload: UnsafeRawBufferPointer, isDeflated: Bool = false
    ) {
        guard endpoint.state == .open else { return }
        FrameWriter.append(opcode, payload, isDeflated: isDeflated, mask: nil, to: &output)
    }

    private func close(_ code: CloseCode?, _ reason: String) {
        guard endpoint.state == .open || endpoint.state == .answering else { return }
        FrameWriter.appendClose(code, reason: reason, mask: nil, to: &output)
        endpoint.closeSent()
    }

    private func respond(_ response: HTTPResponse, keepAlive: Bool) {
        ResponseWriter.append(response, keepAlive: keepAlive, to: &output)
    }
}

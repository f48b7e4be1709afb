import HTTP
import HTTPTypes
import WebSocket
import Wire

/// One WebSocket from the client's end, without I/O: the handshake, then messages.
///
/// Bytes go in, events come out; what is to be sent is appended to an array of the caller's. Each
/// frame of ours gets a mask of its own from the generator.
///
/// - Source: RFC 6455 §4.1, §5
struct ClientSocket<Generator: RandomNumberGenerator>: ~Copyable {
    /// What the server said.
    enum Event: Equatable {
        /// The handshake succeeded.
        case opened
        /// One whole message.
        case message([UInt8])
        /// Nothing more comes, and nothing more may be sent.
        case ended(Ending)
    }

    private enum Stage {
        case greeting(key: String)
        case open
        case over
    }

    /// The server may send a page of a hundred long messages in one piece.
    static var limits: MessageLimits {
        MessageLimits(messageBytesMax: 4_194_304, fragmentsMax: 1024)
    }

    private let format: WireFormat
    private var generator: Generator
    private var stage: Stage
    private var parser = ResponseParser()
    private var endpoint = Endpoint(role: .client)

    /// A socket whose request is appended to `output`.
    ///
    /// - Parameter authority: host and port of the server.
    init(
        authority: String, format: WireFormat, generator: Generator, output: inout [UInt8]
    ) throws(HTTPViolation) {
        var generator = generator
        let key = Handshake.makeKey(using: &generator)
        let request = Handshake.request(
            authority: authority, path: ServerAddress.path, key: key,
            subprotocols: [format.subprotocol])
        try RequestWriter.append(request, to: &output)
        self.format = format
        self.generator = generator
        stage = .greeting(key: key)
    }

    /// Takes bytes from `input` up to and including the next event.
    ///
    /// - Parameter output: gets the pongs and the close frame that we owe.
    /// - Returns: nil when `input` is used up.
    mutating func next(
        _ input: inout UnsafeMutableRawBufferPointer, output: inout [UInt8]
    ) -> Event? {
        switch stage {
        case .greeting(let key): greet(key, &input)
        case .open: listen(&input, &output)
        case .over: swallow(&input)
        }
    }
}

// MARK: - Sending

extension ClientSocket {
    /// Appends one message to `output`; nothing unless the socket is open.
    mutating func write(_ message: [UInt8], to output: inout [UInt8]) {
        append(format == .json ? .text : .binary, message, to: &output)
    }

    /// Appends a ping to `output`; nothing unless the socket is open.
    mutating func ping(to output: inout [UInt8]) {
        append(.ping, [], to: &output)
    }

    /// Appends our close frame to `output`; nothing unless the socket is open.
    ///
    /// - Returns: whether the server's answer to it is worth waiting for.
    mutating func close(_ code: CloseCode, reason: String, to output: inout [UInt8]) -> Bool {
        guard case .open = stage else { return false }
        guard endpoint.state == .open else { return true }
        FrameWriter.appendClose(code, reason: reason, mask: generator.next(), to: &output)
        endpoint.closeSent()
        return true
    }

    private mutating func append(
        _ opcode: Opcode, _ payload: [UInt8], to output: inout [UInt8]
    ) {
        guard case .open = stage, endpoint.state == .open else { return }
        let mask: UInt32 = generator.next()
        payload.withUnsafeBytes { FrameWriter.append(opcode, $0, mask: mask, to: &output) }
    }
}

// MARK: - Receiving

extension ClientSocket {
    private mutating func greet(
        _ key: String, _ input: inout UnsafeMutableRawBufferPointer
    ) -> Event? {
        var head = UnsafeRawBufferPointer(input)
        let event = parser.next(&head)
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(head.count))
        switch event {
        case nil: return nil
        case .violation(let violation)?:
            return end(.unreachable("not a WebSocket server: \(violation.reason)"))
        case .response(let response)?: return greeted(response, key)
        }
    }

    private mutating func greeted(_ response: HTTPResponse, _ key: String) -> Event {
        switch Handshake.verify(response, key: key, offered: [format.subprotocol]) {
        case .failure(.status(let status)):
            return end(.unreachable("the server answered \(status) instead of a WebSocket"))
        case .failure(let failure):
            return end(.unreachable("not a WebSocket server: wrong \(failure) in its answer"))
        case .success(let agreement):
            guard WireFormat(subprotocol: agreement.subprotocol) == format else {
                return end(.unreachable("the server does not speak \(format.subprotocol)"))
            }
            stage = .open
            return .opened
        }
    }

    private mutating func listen(
        _ input: inout UnsafeMutableRawBufferPointer, _ output: inout [UInt8]
    ) -> Event? {
        while let event = endpoint.next(&input, limits: Self.limits) {
            switch (event, format) {
            case (.text(let bytes), .json), (.binary(let bytes), .binary):
                return .message([UInt8](bytes))
            case (.text, .binary), (.binary, .json):
                let reason = "a message in another format than agreed"
                return fail(.unsupportedData, reason, &output)
            case (.ping(let bytes), _): append(.pong, [UInt8](bytes), to: &output)
            case (.pong, _): break
            case (.close(let code, let reason), _):
                let text = String(decoding: reason, as: UTF8.self)
                return fail(code, "", ending: .closed(code, reason: text), &output)
            case (.violation(let violation), _):
                return fail(violation.code, violation.reason, &output)
            }
        }
        return nil
    }

    private mutating func fail(
        _ code: CloseCode, _ reason: String, _ output: inout [UInt8]
    ) -> Event {
        fail(code, reason, ending: .lost("the server broke the protocol: \(reason)"), &output)
    }

    /// Answers with a close frame if we still owe one, and ends.
    private mutating func fail(
        _ code: CloseCode?, _ reason: String, ending: Ending, _ output: inout [UInt8]
    ) -> Event {
        if endpoint.state == .open || endpoint.state == .answering {
            FrameWriter.appendClose(code, reason: reason, mask: generator.next(), to: &output)
            endpoint.closeSent()
        }
        return end(ending)
    }

    private mutating func end(_ ending: Ending) -> Event {
        stage = .over
        return .ended(ending)
    }

    private func swallow(_ input: inout UnsafeMutableRawBufferPointer) -> Event? {
        input = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        return nil
    }
}

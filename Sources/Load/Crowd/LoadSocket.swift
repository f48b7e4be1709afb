import HTTP
import HTTPTypes
import Promises
import WebSocket
import Wire

/// One WebSocket from the generator's end, without I/O: the handshake, then whole messages.
///
/// It passes messages on in place, because a load generator must be cheaper than the server. That
/// is why it is not the socket of `Client`, which owns the messages it hands out, answers pings by
/// itself, and speaks our own protocol only. They share what both have to get right: `Handshake`,
/// `Endpoint`.
///
/// - Source: RFC 6455 §4.1, §5
struct LoadSocket: ~Copyable {
    enum Event {
        case opened
        /// A whole message, text or binary.
        case message(UnsafeRawBufferPointer)
        /// To be answered with the same bytes.
        case ping(UnsafeRawBufferPointer)
        /// The answer to a ping of ours.
        case pong
        /// Nothing more comes: the server's code, if it has closed with one, and why, for a person.
        case ended(CloseCode?, String)
    }

    private enum Stage {
        case greeting(key: String)
        case open
        case over
    }

    /// Enough for whatever a server lets through: that is for the member to judge.
    private static let limits = MessageLimits(messageBytesMax: 67_108_864, fragmentsMax: 1024)

    private var stage: Stage
    private var parser = ResponseParser()
    private var endpoint = Endpoint(role: .client)
    private let subprotocols: [String]
    /// That of the crowd, where compression is asked for.
    private let inflater: Inflater?

    /// A socket whose request is appended to `output`.
    ///
    /// - Parameter inflater: shared by all sockets of a thread; nil asks for no compression.
    init(
        authority: String, path: String, subprotocols: [String], inflater: Inflater?,
        output: inout [UInt8]
    ) throws(HTTPViolation) {
        var generator = SystemRandomNumberGenerator()
        let key = Handshake.makeKey(using: &generator)
        let request = Handshake.request(
            authority: authority, path: path, key: key, subprotocols: subprotocols,
            deflate: inflater != nil)
        try RequestWriter.append(request, to: &output)
        self.subprotocols = subprotocols
        self.inflater = inflater
        stage = .greeting(key: key)
    }

    /// Takes bytes from `input` up to and including the next event; nil when they are used up.
    mutating func next(_ input: inout UnsafeMutableRawBufferPointer) -> Event? {
        switch stage {
        case .open: listen(&input)
        case .greeting(let key): greet(key, &input)
        case .over: nil
        }
    }

    private mutating func listen(_ input: inout UnsafeMutableRawBufferPointer) -> Event? {
        while let event = endpoint.next(&input, limits: Self.limits, inflater: inflater) {
            switch event {
            case .binary(let bytes), .text(let bytes): return .message(bytes)
            case .ping(let bytes): return .ping(bytes)
            case .pong: return .pong
            case .close(let code, let reason):
                let number = code.map { "\($0.rawValue)" } ?? "without a code"
                return end("closed \(number): \(String(decoding: reason, as: UTF8.self))", code)
            case .violation(let violation): return end("broke WebSocket: \(violation.reason)")
            }
        }
        return nil
    }

    private mutating func greet(
        _ key: String, _ input: inout UnsafeMutableRawBufferPointer
    ) -> Event? {
        var rest = UnsafeRawBufferPointer(input)
        let event = parser.next(&rest)
        input = UnsafeMutableRawBufferPointer(rebasing: input.suffix(rest.count))
        switch event {
        case nil: return nil
        case .violation(let violation)?: return end("broke HTTP: \(violation.reason)")
        case .response(let response)?:
            return open(response, key)
        }
    }

    private mutating func open(_ response: HTTPResponse, _ key: String) -> Event {
        let answer = Handshake.verify(
            response, key: key, offered: subprotocols, deflate: inflater != nil)
        switch answer {
        case .failure(let failure): return end("answered no WebSocket: \(failure)")
        case .success(let agreement):
            guard inflater == nil || agreement.deflate != nil else {
                return end("does not compress")
            }
            endpoint = Endpoint(role: .client, deflate: agreement.deflate)
            stage = .open
            return .opened
        }
    }

    private mutating func end(_ reason: String, _ code: CloseCode? = nil) -> Event {
        stage = .over
        return .ended(code, reason)
    }
}

/// How a member of a crowd says commands: numbered, and masked as a client has to.
struct Speech: Sendable {
    let format: WireFormat
    /// The number of the last one.
    private(set) var lastCommand: UInt32 = 0

    init(_ format: WireFormat) {
        self.format = format
    }

    /// Says a command.
    mutating func say(_ command: ClientMessage.OneOf_Command, _ output: inout [UInt8]) {
        lastCommand += 1
        var message = ClientMessage()
        message.id = lastCommand
        message.command = command
        let bytes = message.builtBytes(format)
        let opcode: Opcode = format == .json ? .text : .binary
        bytes.withUnsafeBytes {
            FrameWriter.append(opcode, $0, mask: FrameWriter.loadMask &+ lastCommand, to: &output)
        }
    }

    /// Signs in as a user of a population, from now on: by a token, or else by the password, whose
    /// answer has one.
    mutating func arrive(
        _ number: Int, of population: Population, isSilent: Bool = false, _ output: inout [UInt8]
    ) {
        guard let token = population.tokens[number] else {
            return say(Population.login(as: population.names.name(number)), &output)
        }
        signIn(token: token, isSilent: isSilent, &output)
    }

    /// Opens a session.
    ///
    /// - Parameter position: what has been seen of which inbox; without it, it begins from now on.
    mutating func signIn(
        token: String, device: String = "load", isSilent: Bool = false,
        wantsSnapshot: Bool = false, behind position: (seq: UInt32, epoch: String)? = nil,
        _ output: inout [UInt8]
    ) {
        var open = SessionOpen()
        open.token = token
        open.device = device
        if let position { (open.after, open.epoch) = position }
        open.silent = isSilent
        open.snapshot = wantsSnapshot
        say(.sessionOpen(open), &output)
    }
}

extension FrameWriter {
    /// What all frames of a load are masked by, or begin from: a generator has no secrets to hide.
    static let loadMask: UInt32 = 0x37FA_213D

    /// Appends a client's goodbye.
    static func appendGoodbye(to output: inout [UInt8]) {
        appendClose(.normal, mask: loadMask, to: &output)
    }
}

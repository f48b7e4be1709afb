import Promises
import WebSocket
import Wire

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

    /// Comes as somebody of a population, from now on: by a token, or else by the password, whose
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

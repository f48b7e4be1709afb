import TestSupport
import Wire

/// A server of one user: an inbox that grows, and a memory for what it was sent.
struct SimulatedServer {
    /// How often the next message is repeated, skipped, or answered with a broken line, in percent.
    var faultPercent = 15
    /// The texts that took effect, by `cid`: each once.
    private(set) var sent: [String: Int] = [:]
    private(set) var inboxCount: UInt32 = 0
    /// The next event that this connection is to be sent; nil before its session.
    private var next: UInt32?
    private var answers: [ServerMessage] = []

    /// Something happens to the user.
    mutating func deliver() { inboxCount += 1 }

    /// The connection is gone, and with it whatever was on its way.
    mutating func drop() { (next, answers) = (nil, []) }

    /// Takes a command in.
    mutating func receive(_ id: UInt32, _ command: ClientMessage.OneOf_Command?) {
        switch command {
        case .sessionOpen(let open)?:
            next = open.after + 1
            answers.append(
                ServerMessage(id: id, .session(.with(epoch: "e", top: inboxCount, window: 3))))
        case .roomSend(let message)?:
            if sent[message.cid] == nil { deliver() }
            sent[message.cid, default: 0] += sent[message.cid] == nil ? 1 : 0
            answers.append(ServerMessage(id: id, .sent))
        default: answers.append(ServerMessage(id: id, .done(Done())))
        }
    }

    /// What it says next; an answer first, then the inbox, with faults.
    mutating func say(using generator: inout SeededGenerator) -> ServerMessage? {
        if !answers.isEmpty { return answers.removeFirst() }
        guard let seq = next, seq <= inboxCount else { return nil }
        var message = ServerMessage(.message("\(seq)"))
        message.seq = seq
        switch generator.below(100) {
        case ..<faultPercent where seq > 1: message.seq = seq - 1
        case ..<(faultPercent + 3) where seq < inboxCount: message.seq = seq + 1
        default: next = seq + 1
        }
        return message
    }
}

import Promises
import SwiftProtobuf
import WebSocket
import Wire

/// Somebody who has an account, asks all friends-to-be for friendship, turns on what is to be on
/// from the beginning, and leaves. Of two friends each asks, and the second makes it one.
struct Settler: CrowdMember {
    /// What all of them count together.
    struct Tally: Sendable {
        /// In words, if there was one.
        var firstRefusal: String?
    }

    private let token: String
    /// What is still to be said, the last first.
    private var rest: [ClientMessage.OneOf_Command]
    private var speech = Speech(.json)
    private(set) var isLeaving = false

    /// - Parameter population: with tokens.
    init(_ number: Int, of population: Population) {
        token = population.tokens[number] ?? ""
        rest = Self.wishes(of: number, in: population).reversed()
    }

    /// What somebody says there.
    static func wishes(
        of number: Int, in population: Population
    ) -> [ClientMessage.OneOf_Command] {
        let friends = population.friends(of: number).map { friend in
            ClientMessage.OneOf_Command.friendRequest(
                .with { $0.to = population.names.name(friend) })
        }
        let activity = population.activity(of: number).map { Population.activities[$0] }
        let toggles = [activity].compactMap(\.self).map { name in
            ClientMessage.OneOf_Command.activitySet(.with { ($0.activity, $0.on) = (name, true) })
        }
        return friends + toggles
    }

    mutating func opened(_ tally: inout Tally, _ output: inout [UInt8]) {
        speech.signIn(token: token, isSilent: true, &output)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout Tally,
        _ output: inout [UInt8]
    ) {
        guard !isLeaving else { return }
        guard let message = ServerMessage([UInt8](bytes), .json) else {
            return refused("with a message that cannot be read", &tally, &output)
        }
        if case .error(let error) = message.body {
            return refused("\(error.code.wireName): \(error.message)", &tally, &output)
        }
        // What friends do meanwhile is told, too.
        guard message.id == speech.lastCommand else { return }
        guard let next = rest.popLast() else { return leave(&output) }
        speech.say(next, &output)
    }

    private mutating func refused(
        _ reason: String, _ tally: inout Tally, _ output: inout [UInt8]
    ) {
        if tally.firstRefusal == nil { tally.firstRefusal = reason }
        leave(&output)
    }

    private mutating func leave(_ output: inout [UInt8]) {
        FrameWriter.appendGoodbye(to: &output)
        isLeaving = true
    }
}

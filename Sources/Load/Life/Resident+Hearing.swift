import Promises
import Wire

extension Resident {
    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout LifeTally,
        _ output: inout [UInt8]
    ) {
        guard !isLeaving else { return }
        guard let message = ServerMessage([UInt8](bytes), .json),
            let body = message.body
        else { return tally.breaches.broke("\(number) got a message that cannot be read") }
        if message.seq > 0 {
            guard tally.accepts(diary.see(message.seq), message.seq, for: number) else { return }
        }
        if message.id > 0 {
            answered(message.id, body, at: now, &tally, &output)
        } else {
            hear(body, at: now, &tally, &output)
        }
        arriveIfThrough(at: now, &tally)
    }

    private mutating func answered(
        _ id: UInt32, _ body: ServerMessage.OneOf_Body, at now: UInt64,
        _ tally: inout LifeTally, _ output: inout [UInt8]
    ) {
        let deed = asked.removeValue(forKey: id)
        switch body {
        case .account(let account):
            diary.token = account.token
            openSession(&output)
        case .session(let session): begin(session, &tally, &output)
        case .circlePage(let page): act(on: page, at: now, &output)
        case .error(let error):
            // What the server may do later is asked again on the next connection.
            if let deed, !error.temporary { _ = diary.answered(deed) }
            tally.refused(error)
        default:
            guard let deed, let done = diary.answered(deed) else {
                return tally.breaches.doubled("\(number) got an answer to nothing: \(id)")
            }
            tally.acknowledged(done, body, at: now)
        }
    }

    private mutating func hear(
        _ body: ServerMessage.OneOf_Body, at now: UInt64, _ tally: inout LifeTally,
        _ output: inout [UInt8]
    ) {
        switch body {
        case .roomMessage(let message): hear(message, at: now, &tally)
        case .match(let match):
            guard hear(match.with.username, match.activity, lasts: true, &tally) else { return }
            meet(match, at: now, &output)
        case .matchEnded(let ended):
            _ = hear(ended.with, ended.activity, lasts: false, &tally)
        case .circleAsked(let asked):
            confirm(asked.friend.username, asked.activity, at: now, &output)
        case .circleCommented(let commented):
            guard !diary.hear(comment: commented.comment.id) else { return }
            tally.breaches.doubled("\(number) was told of comment \(commented.comment.id) again")
        default: break
        }
    }

    private mutating func hear(_ message: RoomMessage, at now: UInt64, _ tally: inout LifeTally) {
        guard let note = ChatNote(message.text), let talk = Talk(message, diary.names),
            [talk.from, talk.to].contains(diary.person)
        else { return tally.breaches.broke("\(number) got a message that nobody wrote to it") }
        tally.delivered(since: isThere ? note.sentAt : nil, at: now)
        guard !diary.hear(note.number, of: talk) else { return }
        tally.breaches.doubled("\(number) was shown message \(note.number) of \(talk.from) again")
    }

    /// - Returns: whether a match is to be looked at.
    private mutating func hear(
        _ name: String, _ activity: String, lasts: Bool, _ tally: inout LifeTally
    ) -> Bool {
        guard let friend = diary.names.number(name) else {
            tally.breaches.broke("\(number) was told of a match with a stranger")
            return false
        }
        guard diary.hear(Diary.Match(friend: friend, activity: activity), lasts: lasts) else {
            tally.breaches.doubled("\(number) was told twice of \(activity) with \(name)")
            return false
        }
        return true
    }
}

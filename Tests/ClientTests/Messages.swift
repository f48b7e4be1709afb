import SwiftProtobuf
import Wire

@testable import Client

extension SessionOpened {
    static func with(
        epoch: String, top: UInt32, reset: Bool = false, window: UInt32 = 0, bytes: UInt32 = 0
    ) -> Self {
        var session = Self()
        session.epoch = epoch
        session.top = top
        session.reset = reset
        session.limits.commandsInFlight = window
        session.limits.messageBytes = bytes
        return session
    }
}

extension ServerMessage.OneOf_Body {
    static func bye(_ code: UInt32, seconds: Int64) -> Self {
        var bye = Bye()
        bye.code = code
        bye.reason = "so long"
        bye.retryAfter = Google_Protobuf_Duration(seconds: seconds)
        return .bye(bye)
    }

    static func refusal(_ code: ErrorCode, temporary: Bool = false, seconds: Int64 = 0) -> Self {
        var error = CommandError()
        error.code = code
        error.message = "no"
        error.temporary = temporary
        error.retryAfter = Google_Protobuf_Duration(seconds: seconds)
        return .error(error)
    }

    static var presence: Self {
        var presence = Presence()
        presence.user = "ben"
        presence.online = true
        return .presence(presence)
    }

    static func message(_ text: String) -> Self {
        var message = RoomMessage()
        message.text = text
        return .roomMessage(message)
    }

    static var sent: Self { .roomSent(RoomSent()) }
}

extension ClientMessage.OneOf_Command {
    static var list: Self { .friendList(FriendList()) }

    static func send(_ text: String, cid: String) -> Self {
        var message = RoomSend()
        message.to = "ben"
        message.text = text
        message.cid = cid
        return .roomSend(message)
    }

    static func open(after: UInt32?, epoch: String = "e") -> Self {
        var command = SessionOpen()
        command.token = "t"
        command.device = "test-1"
        command.epoch = epoch
        if let after { command.after = after }
        return .sessionOpen(command)
    }
}

extension Said {
    static func event(_ seq: UInt32, _ text: String) -> Self {
        .tells(.inbox(seq: seq, at: Google_Protobuf_Timestamp(), body: .message(text)))
    }

    static let connectedDone = Said.answers("connect", .success(.done(Done())))
}

extension ClientMessage.OneOf_Command {
    static func acknowledges(_ seq: UInt32) -> Self {
        .sessionAck(.with { $0.seq = seq })
    }
}

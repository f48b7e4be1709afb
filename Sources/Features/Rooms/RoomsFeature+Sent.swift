public import Kernel
public import Wire

extension RoomsFeature {
    /// Says something in a conversation, as the command `roomSend` does.
    ///
    /// - Parameter name: of a friend, or a group's room: "#17".
    /// - Throws: `.notFriends`, `.notMember` and `.invalidField`, for the fields `to` and `text`.
    public static func send(
        _ text: String, to name: String, _ caller: Caller, in transaction: Transaction
    ) throws(Refusal) -> RoomSent {
        try RoomCommands.send(text, to: name, caller, transaction)
    }
}

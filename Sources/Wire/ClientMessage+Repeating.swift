extension ClientMessage.OneOf_Command {
    /// The client's own id of the command, by which the server recognises it when it comes again;
    /// nil for a command that has none.
    public var cid: String? {
        switch self {
        case .friendRequest(let command): command.cid
        case .friendAccept(let command): command.cid
        case .friendDecline(let command): command.cid
        case .friendWithdraw(let command): command.cid
        case .friendRemove(let command): command.cid
        case .userBlock(let command): command.cid
        case .userUnblock(let command): command.cid
        case .userReport(let command): command.cid
        case .roomSend(let command): command.cid
        case .roomMark(let command): command.cid
        case .roomMute(let command): command.cid
        case .activitySet(let command): command.cid
        case .audienceSelect(let command): command.cid
        case .audienceSet(let command): command.cid
        case .privacySet(let command): command.cid
        case .accountUpdate(let command): command.cid
        case .roomEdit(let command): command.cid
        case .roomDelete(let command): command.cid
        case .roomReact(let command): command.cid
        case .circleConfirm(let command): command.cid
        case .circleEdit(let command): command.cid
        case .circleRemove(let command): command.cid
        case .circleLike(let command): command.cid
        case .circleSay(let command): command.cid
        case .circleUnsay(let command): command.cid
        case .deviceRevoke(let command): command.cid
        case .pushSubscribe(let command): command.cid
        case .pushUnsubscribe(let command): command.cid
        case .speakerSet(let command): command.cid
        case .partnerMatch(let command): command.cid
        case .partnerEnd(let command): command.cid
        case .meetupOffer(let command): command.cid
        case .meetupAccept(let command): command.cid
        case .meetupClear(let command): command.cid
        default: nil
        }
    }
}

import Kernel
import SwiftProtobuf
import Wire

/// Permissions, and what callers are shown: one row for each command, one cell for the relation of
/// the caller to the person named in it.
///
/// Whether a user exists at all is shown only by commands that count as a look-up or a request:
/// `nobody` stands for an unknown username. A command without a row does not compile. A cell that
/// is left out is that of a stranger: an ex-friend, a blocked person and an administrator are
/// strangers. There is no administrator on the socket: an account that is one elsewhere has no
/// further rights here.
enum AuthorisationMatrix {
    /// The relation of the caller to the person whom a command names.
    enum Standing: String, CaseIterable, Sendable {
        case anonymous, nobody, stranger, pendingOut, pendingIn, friend, exFriend, blocked, blocking
        case oneself, admin
    }

    /// The outcome of a command.
    enum Outcome: Equatable, Sendable {
        /// Done; the answer says nothing about the other person.
        case done
        /// Done; this is all that the answer says about the other person.
        case shows(String)
        case refused(ErrorCode)
    }

    struct Row: Sendable {
        fileprivate var cells: [Standing: Outcome]
        fileprivate var rest: Outcome

        subscript(standing: Standing) -> Outcome { cells[standing] ?? rest }

        /// The same for every signed-in caller.
        fileprivate static func user(
            _ outcome: Outcome, anonymous: Outcome = .refused(.notSignedIn)
        ) -> Row {
            Row(cells: [.anonymous: anonymous], rest: outcome)
        }

        /// Depends on the relation of the caller to the other person.
        fileprivate static func towards(
            _ cells: [Standing: Outcome], stranger: Outcome
        ) -> Row {
            var row = user(stranger)
            row.cells.merge(cells) { _, cell in cell }
            return row
        }
    }

    static func row(for command: ClientMessage.OneOf_Command) -> Row {
        switch command {
        case .sessionOpen: .user(.refused(.alreadySignedIn), anonymous: .done)
        case .accountRegister, .accountLogin: .user(.done, anonymous: .done)
        case .sessionAck, .accountLogout, .accountRead, .privacyRead, .privacySet, .activityList,
            .activitySet, .roomType, .deviceList, .deviceRevoke, .pushKeyRead, .pushSubscribe,
            .pushUnsubscribe, .accountUpdate, .passwordChange, .emailChange,
            .accountDelete, .accountExport, .identityList, .accountProve, .secondFactorRead,
            .secondFactorBegin, .secondFactorDrop, .tokenRenew, .locationShare:
            .user(.done)
        // This server makes no previews of links.
        case .linkRead: .user(.refused(.notFound))
        // Nothing was begun in this world, and nobody has a second factor.
        case .secondFactorConfirm: .user(.refused(.tooLate))
        case .recoveryCodesRenew: .user(.refused(.notFound))
        // The people here have no passkeys; PasskeyTests have authenticators.
        case .passkeyBegin, .passkeyRegisterBegin: .user(.done, anonymous: .done)
        case .passkeyLogin, .passkeyRegister:
            .user(.refused(.invalidField), anonymous: .refused(.invalidField))
        case .passkeyAddBegin, .passkeyList: .user(.done)
        case .passkeyAdd: .user(.refused(.invalidField))
        case .passkeyProveBegin, .passkeyRename, .passkeyDelete, .secondFactorPasskeys:
            .user(.refused(.notFound))
        // There is no issuer in this world.
        case .identityBegin, .identityLogin:
            .user(.refused(.notFound), anonymous: .refused(.notFound))
        case .identityLink, .identityUnlink: .user(.refused(.notFound))
        // Nobody here is a language partner; PartnerTests have partners.
        case .speakerSet, .partnerList: .user(.done)
        case .speakerRead, .speakerFind, .partnerMatch, .partnerRead, .partnerEnd, .meetupOffer,
            .meetupAccept, .meetupClear, .speakerDelete:
            .user(.refused(.notFound))
        // Nobody here is in a group; GroupTests have members.
        case .groupCreate: .towards([.friend: .done], stranger: .refused(.notFriends))
        case .groupRead, .groupAdd, .groupRemove, .groupLeave, .groupRename, .groupPass,
            .groupInvite, .groupUp:
            .user(.refused(.notMember))
        case .groupJoin: .user(.refused(.notFound))
        case .groupCommon: .user(.done)
        // Nobody here has a code; InvitationTests have some.
        case .invitationCreate, .invitationList: .user(.done)
        case .invitationRead: .user(.refused(.notFound), anonymous: .refused(.notFound))
        case .invitationRevoke, .invitationAccept: .user(.refused(.notFound))
        // Nobody here attends a gathering; TeamTests have attendees.
        case .gatheringCreate, .gatheringFind, .gatheringList, .teamProfileSet, .skillList,
            .projectList, .swipeList:
            .user(.done)
        case .teamProfileDelete: .user(.refused(.notMember))
        case .gatheringUpdate, .gatheringDelete, .gatheringRead, .gatheringJoin, .gatheringLeave,
            .gatheringGrant, .gatheringPeople, .teamProfileRead, .projectCreate, .projectUpdate,
            .projectDelete, .projectRead, .projectLeave, .projectGrant, .swipeSet, .swipeRead,
            .swipeDrop, .deckRead, .teamDocumentList:
            .user(.refused(.notFound))
        // This world has a dictionary. WordTests have players and duels.
        case .wordRead, .wordFind, .wordLanguageList, .wordDraw, .wordSettingsRead,
            .wordSettingsSet, .wordFavouriteSet, .wordFavouriteList, .wordSeenList, .wordPlay,
            .wordDailyRead, .wordDuelList, .wordSpeechList:
            .user(.done)
        // There is no such round, and nobody says words aloud.
        case .wordAnswer, .wordRoundRead, .wordRoundAudio, .wordAudio: .user(.refused(.notFound))
        case .wordShare: .towards([.friend: .done], stranger: .refused(.notFriends))
        case .wordProfileRead:
            .towards(
                [.friend: .shows("other"), .oneself: .shows("other")],
                stranger: .refused(.notFriends))
        // This world sends no mail.
        case .passwordForgot, .passwordRecover:
            .user(.refused(.notFound), anonymous: .refused(.notFound))
        case .emailProve, .emailConfirm: .user(.refused(.notFound))
        case .userLookup: lookUp
        case .friendRequest: request
        case .friendAccept:
            .towards(
                [
                    .pendingIn: .done, .friend: .refused(.alreadyFriends),
                    .oneself: .refused(.oneself),
                ], stranger: .refused(.noSuchRequest))
        case .friendDecline:
            .towards(
                [.pendingIn: .done, .oneself: .refused(.oneself)],
                stranger: .refused(.noSuchRequest))
        case .friendWithdraw:
            .towards(
                [.pendingOut: .done, .oneself: .refused(.oneself)],
                stranger: .refused(.noSuchRequest))
        case .userBlock, .userReport:
            .towards(
                [.oneself: .refused(.oneself), .nobody: .refused(.notFound)], stranger: .done)
        case .userUnblock:
            .towards([.oneself: .refused(.oneself)], stranger: .done)
        case .friendRemove, .roomSend, .roomMark, .roomMute, .roomExpire, .roomPins:
            .towards([.friend: .done], stranger: .refused(.notFriends))
        // Both are up for coffee: friends who are match.
        case .matchWhy: .towards([.friend: .shows("matched")], stranger: .refused(.notFriends))
        case .audienceSelect:
            .towards([.friend: .shows("other")], stranger: .refused(.notFriends))
        case .audienceSet: .towards([.friend: .shows("")], stranger: .refused(.notFriends))
        case .roomHistory, .roomRead, .roomSearch, .roomReact, .roomPin:
            .towards([.friend: .shows("other: hi")], stranger: .refused(.notFriends))
        case .roomEdit, .roomDelete, .roomVote, .roomPollClose:
            // The message is the other's, and no poll.
            .towards([.friend: .refused(.notFound)], stranger: .refused(.notFriends))
        case .friendList, .roomList, .audienceList:
            .towards([.friend: .shows("other")], stranger: .shows(""))
        case .noticeSettingsRead, .noticeSettingsSet: .user(.done)
        // There is no such plan; PlanTests have guests.
        case .planMake: .towards([.friend: .done], stranger: .refused(.notFound))
        case .planList: .user(.done)
        case .planReply, .planChange, .planKeep, .planDone, .planCalendar, .planRead:
            .user(.refused(.notFound))
        case .matchList: .towards([.friend: .shows("coffee with other")], stranger: .shows(""))
        case .mailboxList:
            .towards(
                [.pendingOut: .shows("to other"), .pendingIn: .shows("from other")],
                stranger: .shows(""))
        // The commands about one post name one of the other's.
        case .circleList:
            .towards(
                [.friend: .shows("other: coffee"), .oneself: .shows("other: coffee")],
                stranger: .shows(""))
        case .circleRead:
            .towards(
                [.friend: .shows("other: coffee"), .oneself: .shows("other: coffee")],
                stranger: .refused(.notFound))
        case .circleLike, .circleSay, .circleComments:
            .towards([.friend: .done, .oneself: .done], stranger: .refused(.notFound))
        case .circleEdit:
            .towards([.oneself: .shows("other: coffee")], stranger: .refused(.notFound))
        case .circleRemove: .towards([.oneself: .done], stranger: .refused(.notFound))
        // There is no such comment, on whosever post.
        case .circleUnsay: .user(.refused(.notFound))
        case .circleConfirm: .towards([.friend: .done], stranger: .refused(.notFriends))
        case .circleOpen: .user(.done)
        // The other has checked in, where "0/2/1" is; nobody is listed.
        case .checkinSet, .checkinClear, .checkinRead, .placeOpen: .user(.done)
        case .checkinHistory: .towards([.oneself: .shows("mine")], stranger: .shows(""))
        case .placeList, .placeSpot:
            .towards(
                [.friend: .shows("other"), .oneself: .shows("other")], stranger: .shows(""))
        case .placeFriendList:
            .towards([.friend: .shows("me, other")], stranger: .shows("me"))
        case .checkinPicture: .user(.refused(.notFound))
        case .personList: .user(.shows(""))
        case .friendsChange: change
        case .friendImport:
            .towards(
                [
                    .pendingOut: .shows("requested"), .pendingIn: .shows("asking"),
                    .friend: .shows("friend"), .blocking: .shows("blocked"),
                    .oneself: .shows("yourself"), .nobody: .shows(""),
                ], stranger: .shows("stranger"))
        case .blockList: .towards([.blocking: .shows("other")], stranger: .shows(""))
        }
    }

    private static let lookUp = Row.towards(
        [
            .pendingOut: .shows("requested"), .pendingIn: .shows("asking"),
            .friend: .shows("friend"), .blocking: .shows("blocked"),
            .oneself: .shows("yourself"), .nobody: .refused(.notFound),
        ], stranger: .shows("stranger"))

    private static let change = Row.towards(
        [
            .pendingIn: .shows("friend"), .friend: .shows("friend alreadyFriends"),
            .blocking: .shows("blocked blockedByYou"), .oneself: .shows("yourself oneself"),
            .nobody: .shows("stranger notFound"),
        ], stranger: .shows("requested"))

    private static let request = Row.towards(
        [
            .pendingIn: .shows("friends"), .friend: .refused(.alreadyFriends),
            .blocking: .refused(.blockedByYou), .oneself: .refused(.oneself),
            .nobody: .refused(.notFound),
        ], stranger: .shows("asked"))
}

extension AuthorisationMatrix.Outcome {
    /// The outcome of a command, in the terms of the matrix.
    ///
    /// - Parameter other: the other's username, which the matrix calls "other".
    init(_ result: Result<ServerMessage.OneOf_Body, Refusal>, other: String) {
        switch result {
        case .failure(let refusal): self = .refused(refusal.code)
        case .success(let answer):
            guard let shown = Self.shown(by: answer) else {
                self = .done
                return
            }
            self = .shows(shown.joined(separator: ", ").replacing(other, with: "other"))
        }
    }

    private static func shown(by answer: ServerMessage.OneOf_Body) -> [String]? {
        switch answer {
        case .user(let found): ["\(found.relation)"]
        case .friendRequestSent(let sent): [sent.friends ? "friends" : "asked"]
        case .friends(let list): list.friends.map(\.user.username)
        case .mailbox(let mailbox):
            mailbox.incoming.map { "from \($0.user.username)" }
                + mailbox.outgoing.map { "to \($0.user.username)" }
        case .wordProfile(let profile): [profile.user.username]
        case .checkinPage(let page): page.checkins.map { _ in "mine" }
        case .places(let places): places.markers.map(\.user.username)
        case .placeSpot(let page): page.markers.map(\.user.username)
        case .placeFriends(let list): list.friends.map { $0.isMe ? "me" : $0.user.username }
        case .people(let people): people.people.map { "\($0.relation)" }
        case .friendsChanged(let changed):
            changed.changes.map { change in
                change.error == .errorUnspecified
                    ? "\(change.relation)" : "\(change.relation) \(change.error)"
            }
        case .blocks(let blocks): blocks.users.map(\.username)
        case .rooms(let rooms): rooms.rooms.map(\.with)
        case .roomFound(let found): found.messages.map { "\($0.from): \($0.text)" }
        case .message(let message): ["\(message.from): \(message.text)"]
        case .roomMessages(let list): list.messages.map { "\($0.from): \($0.text)" }
        case .roomPage(let page): page.messages.map { "\($0.from): \($0.text)" }
        case .audience(let audience): audience.friends.map(\.user.username)
        case .matchReason(let reason):
            reason.matched ? ["matched"] : reason.obstacles.map { "\($0)" }
        case .circlePage(let page): page.posts.map { "\($0.author.username): \($0.activity)" }
        case .circlePost(let post): ["\(post.author.username): \(post.activity)"]
        case .matches(let list): list.matches.map { "\($0.activity) with \($0.with.username)" }
        default: nil
        }
    }
}

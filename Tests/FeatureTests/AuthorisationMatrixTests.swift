import Kernel
import SwiftProtobuf
import Synchronization
import Testing
import Wire

/// Every command, by every kind of caller: the matrix is what happens.
@Suite struct `The authorisation matrix` {
    typealias Standing = AuthorisationMatrix.Standing

    @Test(arguments: Standing.allCases)
    func `says what comes of every command`(standing: Standing) throws {
        let world = try World()
        var unchanged: Pair?
        for (index, entry) in world.catalog.entries.enumerated() {
            let pair = try unchanged ?? Pair(standing, number: index, in: world)
            let command = try #require(
                pair.command(named: entry.name), "\(entry.name) is in no list of commands")
            let completion = try world.call(command, by: pair.caller, as: pair.signedIn)
            let outcome = AuthorisationMatrix.Outcome(completion.result, other: pair.other)
            unchanged = entry.isRead || completion.result.refusal != nil ? pair : nil
            let cell = AuthorisationMatrix.row(for: command)[standing]
            #expect(outcome == cell, "\(entry.name) by \(standing)")
            if case .refused = cell {
                #expect(completion.deliveries.isEmpty && completion.signals.isEmpty)
            }
        }
    }

    @Test func `is about every command of the schema`() throws {
        let world = try World()
        let pair = try Pair(.stranger, number: 0, in: world)
        let known = Set(pair.commands().map(\.wireName))
        #expect(known.count == pair.commands().count)
        #expect(known.isSuperset(of: world.catalog.entries.map(\.name)))
        #expect(known.subtracting(world.catalog.entries.map(\.name)).isSubset(of: ["roomType"]))
    }

    /// Two people of a world of their own, and their relation. Both are up for coffee.
    struct Pair {
        let caller: String
        let other: String
        let world: World
        let signedIn: Caller?
        private let number: Int
        /// A post of the other person, if that account exists.
        private var post = 0

        init(_ standing: Standing, number: Int, in world: World) throws {
            caller = standing == .admin ? "admin\(number)" : "caller\(number)"
            other = standing == .oneself ? caller : "friend\(number)"
            self.number = number
            self.world = world
            try world.signUp(caller)
            let isThere = other != caller && standing != .nobody
            if standing != .nobody { post = number + 1 }
            if isThere { try world.signUp(other) }
            signedIn = standing == .anonymous ? nil : world.callers[caller]
            let (me, you) = (Person(name: caller, world: world), Person(name: other, world: world))
            for person in isThere ? [me, you] : [me] { try person.set("coffee", on: true) }
            if post > 0 { try world.post(Int64(post), of: other) }
            if standing != .nobody { try you.checkIn() }
            switch standing {
            case .anonymous, .nobody, .stranger, .oneself, .admin: break
            case .pendingOut: try me.request(other)
            case .pendingIn: try you.request(caller)
            case .friend: try befriend(me, you)
            case .exFriend:
                try befriend(me, you)
                try you.remove(caller)
            case .blocked:
                try befriend(me, you)
                try you.block(caller)
            case .blocking:
                try befriend(me, you)
                try me.block(other)
            }
        }

        private func befriend(_ me: Person, _ you: Person) throws {
            try me.request(you.name)
            try you.accept(me.name)
            try you.say("hi", to: me.name)
        }

        /// The places of the commands, by their names: to ask each for its name takes longer than a
        /// world.
        private static let places = Mutex<[String: Int]>([:])

        /// The command of that name, towards the other.
        func command(named name: String) -> ClientMessage.OneOf_Command? {
            let commands = commands()
            let place = Self.places.withLock { places in
                if places.isEmpty {
                    for (place, command) in commands.enumerated() {
                        places[command.wireName] = place
                    }
                }
                return places[name]
            }
            return place.map { commands[$0] }
        }

        /// One of each command there is, towards the other.
        func commands() -> [ClientMessage.OneOf_Command] {
            let (other, caller) = (other, caller)
            let token = (try? world.token(of: caller)) ?? ""
            return [
                .sessionOpen(.with { ($0.token, $0.device) = (token, "phone") }),
                .sessionAck(SessionAck()),
                .accountRegister(.registering("new\(number)")),
                .accountLogin(
                    .with {
                        ($0.login, $0.password, $0.device) = (caller, Person.password, "phone")
                    }),
                .accountLogout(AccountLogout()), .accountRead(AccountRead()),
                .privacyRead(PrivacyRead()), .privacySet(.with { $0.invisible = true }),
                .deviceList(DeviceList()), .deviceRevoke(.with { $0.device = "laptop" }),
                .pushKeyRead(PushKeyRead()), .pushSubscribe(.subscribing("\(number)")),
                .pushUnsubscribe(PushUnsubscribe()),
            ] + .ownAccount(number) + .towards(other, post: Int64(post))
        }
    }
}

extension World {
    /// Puts a post about coffee on a user's circle.
    func post(_ id: Int64, of name: String) throws {
        let author = self[dynamicMember: name].id
        try daemon { (transaction) throws(Refusal) in
            try transaction.run(
                """
                INSERT INTO circle_post (id, author, companion, twin, activity, body, at_ms)
                VALUES (\(id), \(author), NULL, 0, 'coffee', '', \(transaction.now))
                """)
        }
    }
}

extension ClientMessage.OneOf_Command {
    /// The command's name on the wire.
    var wireName: String {
        let message = ClientMessage.with { $0.command = self }
        let json = (try? message.jsonString()) ?? ""
        return String(json.dropFirst(2).prefix { $0 != "\"" })
    }
}

extension [ClientMessage.OneOf_Command] {
    /// One of each command that concerns one's own account alone, with the password as the proof.
    static func ownAccount(_ number: Int) -> [ClientMessage.OneOf_Command] {
        let proof = Proof.with { $0.password = Person.password }
        return [
            .accountUpdate(.with { $0.displayName = "Another User" }),
            .passwordChange(.with { ($0.proof, $0.password) = (proof, "battery staple") }),
            .emailChange(.with { ($0.proof, $0.email) = (proof, "new\(number)@example.org") }),
            .accountDelete(.with { $0.proof = proof }), .accountExport(AccountExport()),
            .identityBegin(.with { $0.issuer = "nowhere" }),
            .identityLogin(
                .with { ($0.issuer, $0.idToken, $0.device) = ("nowhere", "x.y.z", "phone") }),
            .identityLink(
                .with { ($0.proof, $0.issuer, $0.idToken) = (proof, "nowhere", "x.y.z") }),
            .identityUnlink(.with { ($0.proof, $0.issuer) = (proof, "nowhere") }),
            .identityList(IdentityList()), .accountProve(.with { $0.proof = proof }),
            .secondFactorRead(SecondFactorRead()),
            .secondFactorBegin(.with { $0.proof = proof }),
            .secondFactorConfirm(.with { $0.code = "123456" }),
            .secondFactorDrop(.with { $0.proof = proof }),
            .recoveryCodesRenew(.with { $0.proof = proof }),
            .tokenRenew(TokenRenew()), .linkRead(.with { $0.url = "https://example.org/" }),
            .locationShare(.with { ($0.lat, $0.lon, $0.minutes) = (48, 11, 60) }),
            .speakerSet(
                .with {
                    ($0.firstName, $0.lastName) = ("Ana", "Lima")
                    ($0.known, $0.learn, $0.bio) = ("en", "zh", "hello")
                }),
            .emailProve(EmailProve()), .emailConfirm(.with { $0.code = "abcde-fghjk" }),
            .passwordForgot(.with { $0.login = "ana" }),
            .passwordRecover(
                .with { ($0.login, $0.code, $0.password) = ("ana", "abcde-fghjk", "a new one") }),
        ] + passkeys(number, proof) + invitations + ownTeams()
    }

    /// One of each command about passkeys. What is signed is not; the answers are no answers.
    private static func passkeys(_ number: Int, _ proof: Proof) -> [ClientMessage.OneOf_Command] {
        let answer = PasskeyAssertion.with {
            ($0.id, $0.clientData, $0.authenticatorData, $0.signature) =
                ("AAAA", "AAAA", "AAAA", "AAAA")
        }
        let made = PasskeyAttestation.with { ($0.clientData, $0.attestation) = ("AAAA", "AAAA") }
        return [
            .passkeyBegin(PasskeyBegin()),
            .passkeyLogin(.with { ($0.passkey, $0.device) = (answer, "phone") }),
            .passkeyRegisterBegin(.with { $0.username = "holder\(number)" }),
            .passkeyRegister(
                .with {
                    ($0.username, $0.email) = ("holder\(number)", "holder\(number)@example.org")
                    ($0.passkey, $0.device) = (made, "phone")
                }),
            .passkeyProveBegin(PasskeyProveBegin()), .passkeyAddBegin(PasskeyAddBegin()),
            .passkeyAdd(.with { ($0.proof, $0.passkey) = (proof, made) }),
            .passkeyList(PasskeyList()),
            .passkeyRename(.with { ($0.id, $0.name) = ("AAAA", "laptop") }),
            .passkeyDelete(.with { $0.id = "AAAA" }),
            .secondFactorPasskeys(.with { $0.proof = proof }),
        ]
    }

    /// One of each command that concerns another user, or an activity of the caller's.
    ///
    /// - Parameter post: a post of the other user.
    static func towards(_ other: String, post: Int64 = 1) -> [ClientMessage.OneOf_Command] {
        let digits = String(post, radix: 16)
        let post = String(repeating: "0", count: 16 - digits.count) + digits
        return [
            .userLookup(.with { $0.username = other }),
            .friendRequest(.with { $0.to = other }),
            .friendAccept(.with { $0.from = other }),
            .friendDecline(.with { $0.from = other }),
            .friendWithdraw(.with { $0.to = other }),
            .friendRemove(.with { $0.friend = other }),
            .friendList(FriendList()), .mailboxList(MailboxList()),
            .userBlock(.with { $0.user = other }), .userUnblock(.with { $0.user = other }),
            .userReport(.with { ($0.user, $0.reason) = (other, .spam) }),
            .blockList(BlockList()),
            .saying("hello", to: other, cid: "k1"),
            .roomHistory(.with { $0.with = other }),
            .roomRead(.with { ($0.with, $0.seqs) = (other, [1]) }),
            .roomMark(.with { ($0.with, $0.seq) = (other, 1) }),
            .roomList(RoomList()),
            .roomSearch(.with { ($0.text, $0.with) = ("h", other) }),
            .roomEdit(.with { ($0.with, $0.seq, $0.text) = (other, 1, "ho") }),
            .roomDelete(.with { ($0.with, $0.seq) = (other, 1) }),
            .roomReact(.with { ($0.with, $0.seq, $0.emoji, $0.on) = (other, 1, "👍", true) }),
            .roomPin(.with { ($0.with, $0.seq, $0.on) = (other, 1, true) }),
            .roomPins(.with { $0.with = other }),
            .roomVote(.with { ($0.with, $0.seq, $0.options) = (other, 1, [1]) }),
            .roomPollClose(.with { ($0.with, $0.seq) = (other, 1) }),
            .roomMute(.with { ($0.with, $0.muted) = (other, true) }),
            .roomExpire(.with { ($0.with, $0.minutes) = (other, 60) }),
            .roomType(.with { ($0.with, $0.on) = (other, true) }),
            .activityList(ActivityList()), .setting("gym", on: true),
            .audienceList(.with { $0.activity = "coffee" }),
            .audienceSelect(
                .with { ($0.activity, $0.friend, $0.selected) = ("coffee", other, false) }),
            .audienceSet(
                .with { ($0.activity, $0.add, $0.others) = ("coffee", [other], false) }),
            .matchList(MatchList()), .asking(why: other, "coffee"),
            .noticeSettingsRead(NoticeSettingsRead()),
            .noticeSettingsSet(.with { $0.quiet = true }),
            .planMake(.with { ($0.activity, $0.with) = ("coffee", [other]) }),
            .planReply(.with { ($0.plan, $0.answer) = (1, .coming) }),
            .planChange(.with { ($0.plan, $0.note) = (1, "hi") }),
            .planKeep(.with { ($0.plan, $0.on) = (1, true) }),
            .planDone(.with { $0.plan = 1 }), .planCalendar(.with { $0.plan = 1 }),
            .planList(PlanList()), .planRead(.with { $0.plan = 1 }),
            .circleList(CircleList()), .circleRead(.with { $0.post = post }),
            .circleConfirm(.with { ($0.friend, $0.activity) = (other, "coffee") }),
            .circleEdit(.with { ($0.post, $0.text) = (post, "well") }),
            .circleRemove(.with { $0.post = post }),
            .circleLike(.with { ($0.post, $0.liked) = (post, true) }),
            .circleSay(.with { ($0.post, $0.text) = (post, "hi") }),
            .circleUnsay(.with { ($0.post, $0.comment) = (post, post) }),
            .circleComments(.with { $0.post = post }), .circleOpen(.with { $0.on = true }),
        ] + partners(other) + groups(other) + places(other) + teams(other) + words(other)
    }

    /// One of each command about groups. The caller is in none.
    private static func groups(_ other: String) -> [ClientMessage.OneOf_Command] {
        [
            .groupCreate(.with { ($0.name, $0.members) = ("Lunch", [other]) }),
            .groupRead(.with { $0.room = "#7" }),
            .groupAdd(.with { ($0.room, $0.members) = ("#7", [other]) }),
            .groupRemove(.with { ($0.room, $0.member) = ("#7", other) }),
            .groupLeave(.with { $0.room = "#7" }),
            .groupRename(.with { ($0.room, $0.name) = ("#7", "Dinner") }),
            .groupPass(.with { ($0.room, $0.to) = ("#7", other) }),
            .groupInvite(.with { ($0.room, $0.on) = ("#7", true) }),
            .groupJoin(.with { $0.code = "code" }), .groupCommon(.with { $0.user = other }),
            .groupUp(.with { ($0.room, $0.activity, $0.on) = ("#7", "coffee", true) }),
        ]
    }

    /// One of each command about invitations by code. The caller has none.
    private static let invitations: [ClientMessage.OneOf_Command] = [
        .invitationCreate(InvitationCreate()), .invitationList(InvitationList()),
        .invitationRevoke(.with { $0.number = 7 }), .invitationRead(.with { $0.code = "code" }),
        .invitationAccept(.with { $0.code = "code" }),
    ]

    /// One of each command about language partners. The caller has no profile.
    private static func partners(_ other: String) -> [ClientMessage.OneOf_Command] {
        [
            .speakerFind(.with { $0.username = other }),
            .speakerRead(.with { $0.username = other }),
            .partnerMatch(.with { $0.username = other }), .partnerList(PartnerList()),
            .partnerRead(.with { $0.username = other }), .partnerEnd(.with { $0.number = 7 }),
            .meetupOffer(
                .with {
                    ($0.number, $0.place) = (7, "here")
                    $0.at = SettableClock.start.advanced(by: .seconds(600)).timestamp
                }),
            .meetupAccept(.with { ($0.number, $0.place) = (7, "here") }),
            .meetupClear(.with { $0.number = 7 }), .speakerDelete(SpeakerDelete()),
        ]
    }
}

extension AccountRegister {
    fileprivate static func registering(_ username: String) -> AccountRegister {
        .with {
            $0.username = username
            $0.email = "\(username)@example.org"
            $0.password = Person.password
            $0.device = "phone"
        }
    }
}

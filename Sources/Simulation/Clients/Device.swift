import Client
import Promises
import WebSocket
import Wire

/// One device of a user: the product's own client conversation, and the little that an app adds.
final class Device {
    /// Requests to the conversation that are not commands.
    enum Waiter {
        static let connect = -1
        static let signIn = -2
        static let logOut = -3
    }

    unowned let world: World
    let user: String
    let name: String
    /// The device name that it sends; a silent device may take another's.
    private let wireName: String
    /// Whether its sessions are silent: friends receive no presence.
    let isSilent: Bool
    private(set) var token: String
    /// The token for the next sign-in after a log-out; nil once it is in use.
    private var spare: String?
    /// Whether it is unknown if the token was revoked.
    private var hasDoubts = false
    /// A copy of the app's stored position, from some earlier time.
    private var backup: Place?
    private var conversation: Conversation<Int>
    private var link: Link?
    /// The number of the present attempt to connect.
    private(set) var attempt = 0
    /// How often the app was started.
    private var life = 0
    private var wakesAt: Duration?
    private(set) var isRunning = false
    private var isComingBack = false
    /// The app's stored position in an inbox, which survives every fault.
    private(set) var place = Place()
    /// The presence of others as the app last received it; lost when the app ends.
    private(set) var presence: [String: Bool] = [:]
    private(set) var isSignedIn = false
    /// What the device sent and received, as it passed.
    private(set) var trace: DeviceTrace
    /// Whether the trace belongs to an earlier epoch, whose data a restore has replaced.
    private var isPast = false
    /// What the device read back in the end.
    var statement: Statement
    /// The messages, as the inbox has described them so far: stored, like the position.
    private(set) var messages: [String: RoomMessage] = [:]

    /// A device's position in an inbox.
    struct Place {
        var epoch = ""
        var seq: UInt32 = 0
    }

    init(_ login: Template.Login, in world: World) {
        self.world = world
        user = login.user
        name = login.device
        (token, spare) = (login.token, login.spare)
        let person = world.roster.number(login.user) ?? 0
        trace = DeviceTrace(person: person, roster: world.roster)
        statement = Statement(person: person)
        isSilent = !login.isFirst && world.chance.percent(25)
        wireName = isSilent && world.chance.percent(50) ? "\(user)-1" : name
        conversation = Self.conversation(wireName, isSilent, world.plan)
    }

    /// Starts the app.
    func start() {
        guard !isRunning else { return }
        isRunning = true
        connect()
    }

    /// The app ends, in an orderly way or not, and with it what it did not keep.
    func stop(orderly: Bool) {
        guard isRunning else { return }
        world.note("stop", "\(name) \(orderly ? "orderly" : "at once")")
        (isRunning, isSignedIn, isComingBack) = (false, false, false)
        life += 1
        attempt += 1
        wakesAt = nil
        if let link {
            if orderly { world.network.close(link) } else { world.network.abort(link) }
        }
        link = nil
        presence = [:]
        world.crowd.ended(self)
        conversation = Self.conversation(wireName, isSilent, world.plan)
        if world.mutant == .forgetfulClient { place.seq += 1 }
    }

    /// Gives a command.
    func call(_ command: ClientMessage.OneOf_Command, for number: Int) {
        step { conversation, now, _ in conversation.call(command, for: number, at: now) }
    }

    /// Gives the token up.
    func logOut() {
        guard spare != nil, isSignedIn, !hasDoubts else { return }
        world.note("log out", name)
        hasDoubts = true
        step { conversation, now, _ in
            conversation.call(.accountLogout(AccountLogout()), for: Waiter.logOut, at: now)
        }
    }

    /// What the app keeps becomes what it was at some earlier time, or is copied for later.
    func rewind() {
        guard isRunning, let backup else { return backup = place }
        stop(orderly: false)
        world.note("rewind", "\(name) to \(backup.seq)")
        place = backup
        world.oracle.reset(self, at: backup.seq)
    }

    /// The data of an earlier time took the place of the server's.
    func restored() {
        isPast = true
        trace.restored()
    }

    private func connect() {
        step { conversation, now, _ in conversation.connect(for: Waiter.connect, at: now) }
    }

    private static func conversation(
        _ name: String, _ isSilent: Bool, _ plan: WorldPlan
    ) -> Conversation<Int> {
        Conversation(
            options: ClientOptions(
                format: plan.format, device: name,
                backoff: Backoff(first: .milliseconds(200), max: .seconds(5)),
                isSilent: isSilent))
    }
}

// MARK: - What the network reports

extension Device {
    func opened(_ link: Link, _ attempt: Int) {
        guard attempt == self.attempt, isRunning else { return world.network.abort(link) }
        self.link = link
        link.isOpenAtClient = true
        isPast = false
        trace.connecting()
        step { conversation, now, _ in conversation.opened(at: now) }
    }

    func failed(_ attempt: Int, _ reason: String) {
        guard attempt == self.attempt else { return }
        step { conversation, now, chance in
            conversation.ended(.unreachable(reason), at: now, using: &chance)
        }
    }

    func received(_ message: ServerMessage, on link: Link) {
        guard link === self.link else { return }
        if !isPast { trace.received(message, at: world.nanoseconds, wallTime: 0) }
        step { conversation, now, chance in
            conversation.received(message, at: now, using: &chance)
        }
    }

    func lost(_ link: Link, _ ending: Ending) {
        guard link === self.link, link.isOpenAtClient else { return }
        link.isOpenAtClient = false
        self.link = nil
        world.note("lost", "\(name) \(link.number) \(ending)")
        world.network.forget(link)
        step { conversation, now, chance in
            conversation.ended(ending, at: now, using: &chance)
        }
    }
}

// MARK: - What the conversation wants

extension Device {
    private func step(
        _ input: (inout Conversation<Int>, Duration, inout Chance) -> Void
    ) {
        input(&conversation, world.now, &world.chance)
        var actions = conversation.takeActions()
        while !actions.isEmpty {
            for action in actions { perform(action) }
            actions = conversation.takeActions()
        }
        planWake()
    }

    private func perform(_ action: Action<Int>) {
        switch action {
        case .open:
            attempt += 1
            world.network.open(self)
        case .send(let bytes):
            guard let link else { break }
            if !isPast, let message = ClientMessage(bytes, world.plan.format) {
                trace.sent(message, at: world.nanoseconds)
            }
            world.network.send(bytes, on: link)
        case .ping: ping()
        case .close, .abort:
            isSignedIn = false
            guard let link else { return attempt += 1 }
            self.link = nil
            if case .close = action { world.network.close(link) } else { world.network.abort(link) }
        case .tell(let event): hear(event)
        case .answer(let waiter, let answer): answered(waiter, answer)
        case .finish: break
        }
    }

    private func hear(_ event: ClientEvent) {
        switch event {
        case .connected, .signedOut: break
        case .signedIn(let session):
            isSignedIn = true
            if session.reset || place.epoch.isEmpty && place.seq > session.top {
                place.seq = session.top
                messages = [:]
                world.oracle.reset(self, at: session.top)
                world.oracle.begun(self)
            }
            place.epoch = session.epoch
        case .inbox(let seq, _, let body):
            world.oracle.seen(body, seq: seq, by: self)
            place.seq = seq
            switch body {
            case .friendRemoved(let removed): presence[removed.friend] = nil
            case .roomMessage(let message): note(message)
            case .roomMessageChanged(let change): note(change.message)
            // A user may no longer read these messages, and receives no more changes of them.
            case .groupChanged(let change) where change.left.contains(user):
                messages = messages.filter { $0.value.room != change.group.room }
            case .blockChanged:
                messages = messages.filter { !$0.value.room.hasPrefix("#") }
            default: break
            }
        case .ephemeral(let body): hear(body)
        case .disconnected(_, let retryIn):
            isSignedIn = false
            presence = [:]
            if retryIn == nil { comeBack() }
        }
    }

    private func note(_ message: RoomMessage) {
        messages["\(message.room) \(message.seq)"] = message
    }

    private func hear(_ body: ServerMessage.OneOf_Body) {
        switch body {
        case .presence(let one): presence[one.user] = one.hasOnline ? one.online : nil
        case .presenceDigest(let digest):
            for one in digest.presences { presence[one.user] = one.hasOnline ? one.online : nil }
        default: break
        }
    }

    private func answered(_ waiter: Int, _ answer: Conversation<Int>.Answer) {
        switch (waiter, answer) {
        case (Waiter.connect, .success): signIn()
        // A log-out may still be under way on the previous connection.
        case (Waiter.signIn, .success): break
        case (Waiter.logOut, .success):
            isSignedIn = false
            // Now and then a faulty app tries the token that it has just given up.
            if world.chance.percent(70) { useSpare() }
            signIn()
        case (Waiter.logOut, .failure(.refused)): hasDoubts = false
        case (Waiter.logOut, .failure): break
        case (Waiter.signIn, .failure(.refused(let error)))
        where error.code == .invalidToken && hasDoubts:
            useSpare()
            signIn()
        case (Waiter.connect, .failure), (Waiter.signIn, .failure):
            if case .failure(.refused(let error)) = answer, !error.temporary {
                world.complain(.durable, "\(name) cannot sign in any more: \(error.brief)")
            }
            comeBack()
        default:
            if case .success(.friends(let list)) = answer {
                presence = [:]
                for friend in list.friends where friend.hasOnline {
                    presence[friend.user.username] = friend.online
                }
            }
            world.crowd.answered(waiter, answer, to: self)
        }
    }

    private func signIn() {
        let place = place
        step { [token] conversation, now, _ in
            conversation.signIn(
                token: token, after: place.seq, epoch: place.epoch, for: Waiter.signIn, at: now)
        }
    }

    private func useSpare() {
        if let spare { token = spare }
        (spare, hasDoubts) = (nil, false)
    }

    /// The conversation has given up; the app has not.
    private func comeBack() {
        guard !isComingBack else { return }
        isComingBack = true
        let life = life
        world.after(world.chance.milliseconds(100...3000)) { [self] in
            guard life == self.life else { return }
            isComingBack = false
            guard isRunning, !isSignedIn else { return }
            guard let link else { return connect() }
            // The connection hung, and it is unknown whether it was signed in: the next one will
            // be.
            lost(link, .lost("stood still"))
            world.network.abort(link)
        }
    }

    private func ping() {
        guard let link, !link.isBroken, link.isOpenAtDaemon else { return }
        world.after(.milliseconds(50)) { [self] in
            guard link === self.link, !link.isBroken else { return }
            step { conversation, now, _ in conversation.heard(at: now) }
        }
    }

    private func planWake() {
        guard let wakeAt = conversation.wakeAt else { return }
        if let wakesAt, wakesAt <= wakeAt { return }
        wakesAt = wakeAt
        let life = life
        world.after(wakeAt - world.now) { [self] in
            guard life == self.life, wakesAt == wakeAt else { return }
            wakesAt = nil
            step { conversation, now, chance in conversation.tick(at: now, using: &chance) }
        }
    }
}

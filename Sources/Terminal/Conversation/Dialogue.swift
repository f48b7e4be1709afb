import Client
import Wire

/// A user's interactive session: typed commands and incoming events share the screen.
actor Dialogue {
    /// Where the user is.
    enum Place: Equatable, Sendable {
        /// At the prompt for commands.
        case lobby
        /// In the conversation with a friend; messages up to `shown` are on the screen.
        case room(with: String, shown: UInt32)
    }

    /// Whether the dialogue continues.
    enum Course: Equatable, Sendable {
        case goesOn
        case ends
        /// It cannot continue, for this reason.
        case fails(Failure)
    }

    let session: Session
    let screen: any Screen
    var vocabulary = Vocabulary()
    /// The present state, as the board shows it.
    var board: Board
    var place = Place.lobby {
        didSet { board.place = place.onBoard }
    }
    private var connection = ConnectionState.new
    /// The session that the dialogue began with, until its own event has arrived, too.
    var begun: SessionOpened?
    /// Formats events by what the user has already seen.
    var formatter: NotificationFormatter
    /// Whether changes of the circle are shown: from the first time it was listed.
    var showsCircle = false
    /// The last command run here, until its event arrives. Not every command has one: `down` for an
    /// activity that is off changes nothing.
    private var deed: (deed: Deed, until: Int)?
    private static let deedSeconds = 5
    /// The conversation that is being opened.
    var opening: RoomOpening?
    /// The user's own newest message in the open conversation; 0 when there is none.
    var newestOwn: UInt32 = 0
    /// The exit code of the first line that failed; 0 if none has.
    private(set) var exitCode: Int32 = 0

    /// - Parameter session: shows its replies on `screen`.
    init(session: Session, screen: any Screen) {
        self.session = session
        self.screen = screen
        board = Board(me: session.me)
        formatter = NotificationFormatter(me: session.me)
    }

    var output: Output { session.output }

    /// Seconds since 1970.
    var now: Int { output.wording?.times.now() ?? 0 }

    /// Runs a typed line.
    func entered(_ line: String) async -> Course {
        defer { showBoard() }
        switch TypedLine(line, inRoom: place != .lobby) {
        case .nothing: break
        case .text(let text): await say(text)
        case .command(let words): return await obey(words)
        }
        return .goesOn
    }

    /// The user is typing a text: the friend may see that, if the user's privacy settings allow it.
    func isTyping() async {
        guard case .room(let name, _) = place, board.isConnected else { return }
        var command = RoomType()
        command.with = name
        command.on = true
        _ = try? await session.call(.roomType(command))
    }

    /// Refuses at once a command that needs the server while the server is out of reach.
    ///
    /// Nothing is queued: a toggle that takes effect after the user has left would be wrong.
    func requireConnection(for words: [String]) throws(Failure) {
        guard screen.isLive, !board.isConnected else { return }
        throw .unreachable(
            "no connection: `\(words.joined(separator: " "))` was not done, and nothing is queued")
    }

    /// Shows why a line failed. The dialogue continues, and a script gets the exit code at the end.
    func fail(_ failure: Failure) {
        output.failure(failure)
        fail(failure.exitCode)
    }

    func fail(_ code: Int32) {
        if exitCode == 0 { exitCode = code }
    }

    /// Shows the board as it is now.
    func showBoard() {
        if screen.isLive { screen.show(board) }
    }

    /// Remembers the running command, so that its event is not shown again.
    func isDoing(_ words: [String]) {
        deed = Deed(words).map { ($0, now + Self.deedSeconds) }
    }

    /// The running command failed: no event follows.
    func hasFailed() { deed = nil }

    /// Whether an event only confirms a command of this dialogue.
    func confirms(_ body: ServerMessage.OneOf_Body) -> Bool {
        guard let deed, now <= deed.until, Deed(body, to: session.me) == deed.deed
        else { return false }
        self.deed = nil
        return true
    }

    /// Records a change of the connection, and shows it if necessary.
    func note(_ change: (inout ConnectionState) -> String?) {
        if let sentence = change(&connection) { output.remark(sentence) }
    }

    /// Returns to the prompt for commands.
    func leave() {
        place = .lobby
        screen.ask(Self.lobbyPrompt)
    }

    private func say(_ text: String) async {
        guard case .room(let name, _) = place else { return }
        guard board.isConnected || !screen.isLive else {
            return output.remark("no connection, not sent: \(SafeText(text).line)")
        }
        var command = RoomSend()
        command.to = name
        command.text = text
        command.cid = MessageMark.fresh()
        do throws(Failure) {
            let answer = try await session.call(.roomSend(command))
            if output.wording == nil { output.answer(answer) }
        } catch {
            fail(error)
            output.remark("not sent: \(SafeText(text).line)")
        }
    }

    /// The prompt for commands.
    static let lobbyPrompt = Prompt(text: "upfor> ", entered: .stays)

    static func prompt(_ name: String) -> Prompt {
        Prompt(text: "\(SafeText(name).line)> ", entered: .goes)
    }
}

extension Dialogue.Place {
    fileprivate var onBoard: Board.Place {
        switch self {
        case .lobby: .lobby
        case .room(let name, _): .room(with: name)
        }
    }
}

extension Dialogue {
    /// Begins the dialogue: loads the words for completion, and shows what waits for the user.
    func begin(on server: String) async throws(Failure) {
        vocabulary.commands = Self.commandNames
        if case .friends(let list) = try await session.call(.friendList(FriendList())) {
            vocabulary.friends = Set(list.friends.map(\.user.username))
            formatter.know(list)
        }
        let me = SafeText(session.me).line
        var lines = ["\(me) on \(server); `help` lists the commands, ^D ends"]
        lines += try await waiting()
        lines += try await active()
        screen.know(vocabulary)
        lines.forEach { output.remark($0) }
    }

    /// The unread messages, and the unanswered requests.
    private func waiting() async throws(Failure) -> [String] {
        var lines: [String] = []
        if case .rooms(let list) = try await session.call(.roomList(RoomList())) {
            formatter.know(list)
            let unread = list.rooms.filter { $0.mark.badge > 0 }
                .map { "\(SafeText($0.with).line) (\($0.mark.badge))" }
            if !unread.isEmpty { lines.append("unread: " + unread.joined(separator: ", ")) }
        }
        if case .mailbox(let mailbox) = try await session.call(.mailboxList(MailboxList())) {
            vocabulary.askers = Set(mailbox.incoming.map(\.user.username))
            let askers = mailbox.incoming.sorted { $0.user.username < $1.user.username }
                .map(Self.asker)
            if !askers.isEmpty {
                lines.append("would be your friend: " + askers.joined(separator: ", "))
            }
        }
        return lines
    }

    /// `ben “it is me”`.
    private static func asker(_ request: PendingRequest) -> String {
        let message = SafeText(request.message).line
        return SafeText(request.user.username).line + (message.isEmpty ? "" : " “\(message)”")
    }

    private func active() async throws(Failure) -> [String] {
        guard case .activities(let list) = try await session.call(.activityList(ActivityList()))
        else { return [] }
        formatter.know(list)
        vocabulary.activities = list.activities.map(\.activity)
        let on = list.activities.filter(\.on).map { SafeText($0.activity).line }
        return on.isEmpty ? [] : ["you are up for " + on.joined(separator: ", ")]
    }
}

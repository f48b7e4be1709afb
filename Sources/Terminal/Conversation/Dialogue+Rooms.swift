import ArgumentParser
import SwiftProtobuf
import Wire

/// A conversation whose newest page is being loaded.
struct RoomOpening: Equatable, Sendable {
    let name: String
    /// Messages that arrived meanwhile, in order; some of them may be on the page, too.
    var arrived: [RoomMessage] = []
}

extension Dialogue {
    /// How many messages an opened conversation shows, and the most when more are unread.
    private static let (shownCount, shownMax) = (20, 1_000)

    /// Opens the conversation with a friend: shows the newest page, then what arrived meanwhile.
    func open(_ name: String) async throws(Failure) {
        opening = RoomOpening(name: name)
        let page: RoomPage
        do throws(Failure) {
            page = try await newest(with: name)
        } catch {
            for message in opening?.arrived ?? [] { tell(.roomMessage(message)) }
            opening = nil
            throw error
        }
        let newest = page.messages.last?.seq ?? 0
        introduce(name)
        if let wording = output.wording {
            screen.data(wording.page(page, isNumbered: false))
        } else {
            output.answer(.roomPage(page))
        }
        place = .room(with: name, shown: newest)
        newestOwn = page.messages.last { $0.from == session.me }?.seq ?? 0
        screen.ask(Self.prompt(name))
        let arrived = opening?.arrived ?? []
        opening = nil
        if newest > page.mark.seq { await markRead(newest, with: name) }
        for message in arrived { await hear(message, with: name) }
    }

    /// Shows the friend's name: the prompt has only the username, which is unique.
    private func introduce(_ name: String) {
        guard let shown = formatter.shownName(name), let wording = output.wording else { return }
        let person = wording.person(.with { ($0.username, $0.displayName) = (name, shown) })
        if person != wording.safe(name) { output.remark(person) }
    }

    /// Shows a message of the open conversation, and marks it as read on the server.
    func hear(_ message: RoomMessage, with name: String) async {
        guard shows(message, with: name) else { return }
        if let wording = output.wording {
            let quote = await quote(by: message, with: name)
            screen.data(wording.message(message, quoting: quote))
        }
        if message.from == name { await markRead(message.seq, with: name) }
    }

    /// What a message replies to; nil: to nothing, or the server did not answer.
    private func quote(by message: RoomMessage, with name: String) async -> Quote? {
        guard message.replyTo != 0 else { return nil }
        let command = RoomRead.with { ($0.with, $0.seqs) = (name, [message.replyTo]) }
        guard case .roomMessages(let list)? = try? await session.call(.roomRead(command)) else {
            return nil
        }
        return Quote(list.messages.first)
    }

    /// Marks a message of the open conversation as shown.
    ///
    /// - Returns: false when it was on the screen before.
    private func shows(_ message: RoomMessage, with name: String) -> Bool {
        guard case .room(name, let shown) = place, message.seq > shown else { return false }
        place = .room(with: name, shown: message.seq)
        if message.from == session.me { newestOwn = message.seq }
        return true
    }

    /// The newest messages, preceded by the unread ones unless they are very many: what was never
    /// on the screen must not be marked as read.
    private func newest(with name: String) async throws(Failure) -> RoomPage {
        var page = try await page(with: name, before: 0, limit: Self.shownCount)
        while page.more, let first = page.messages.first, first.seq > page.mark.seq,
            first.seq - page.mark.seq > 1, page.messages.count < Self.shownMax
        {
            let older = try await self.page(with: name, before: first.seq, limit: 100)
            page.messages = older.messages + page.messages
            page.quoted = older.quoted + page.quoted
            page.more = older.more && !older.messages.isEmpty
        }
        return page
    }

    private func page(
        with name: String, before seq: UInt32, limit: Int
    ) async throws(Failure) -> RoomPage {
        var command = RoomHistory()
        (command.with, command.before, command.limit) = (name, seq, UInt32(limit))
        guard case .roomPage(let page) = try await session.call(.roomHistory(command)) else {
            throw .unreachable("this is no Upfor server: no page in its answer")
        }
        return page
    }

    /// Marks messages as read on the server; a failure is not worth a line.
    private func markRead(_ seq: UInt32, with name: String) async {
        var mark = RoomMark()
        mark.with = name
        mark.seq = seq
        _ = try? await session.call(.roomMark(mark))
    }
}

/// The words that a line may begin with, and their explanations.
extension Dialogue {
    /// The commands that exist only at the prompt, with their explanations.
    static let ownCommands = [
        ("back", "Leave the conversation."),
        ("toggle", "Up for what has this number, or down (or Alt and a digit)."),
        ("help", "List the commands, or explain one."),
        ("quit", "End the program (or ^D)."),
    ]

    /// The commands that are also subcommands of the program.
    static let sharedCommands: [any ParsableCommand.Type] =
        UpforCommand.configuration.subcommands.filter {
            $0 is any SessionCommand.Type || $0 == ChatCommand.self
        }

    /// The subcommands that are not available at the prompt: they end at once, or ask for a secret.
    private static let outerNames = UpforCommand.configuration.subcommands
        .compactMap { $0.configuration.commandName }.filter { !commandNames.contains($0) }

    /// All words that a line may begin with, in order.
    static let commandNames =
        (sharedCommands.compactMap { $0.configuration.commandName } + ownCommands.map { $0.0 })
        .sorted()

    /// Why `words` cannot be run here.
    static func notHere(_ words: [String]) -> Failure {
        let name = words.first ?? ""
        return .usage(
            UpforCommand.subcommand(named: name) == nil
                ? "no such command: \(name); `help` lists them"
                : "not at the prompt: `upfor \(words.joined(separator: " "))`")
    }

    /// Shows ArgumentParser's message about a line: its help, or the error.
    func explain(_ error: any Error) {
        fail(UpforCommand.exitCode(for: error).rawValue)
        talk(UpforCommand.fullMessage(for: error, columns: TerminalSize.current.columns))
    }

    /// Lists all words, or explains one.
    func help(_ name: String?) {
        let columns = TerminalSize.current.columns
        if let command = name.flatMap(UpforCommand.subcommand) {
            return talk(UpforCommand.helpMessage(for: command, columns: columns))
        }
        let shared = Self.sharedCommands.map {
            ($0.configuration.commandName ?? "", $0.configuration.abstract)
        }
        let all = shared + Self.ownCommands
        let asked = name.map { name in all.filter { $0.0 == name } } ?? all
        guard !asked.isEmpty else { return fail(Self.notHere([name ?? ""])) }
        let rows = asked.map { [Table.Cell($0.0), Table.Cell($0.1)] }
        screen.talk(Table(rows: rows).lines(width: columns))
        if name == nil {
            screen.talk(["only behind `upfor`: " + Self.outerNames.joined(separator: ", ")])
        }
    }

    private func talk(_ text: String) {
        screen.talk(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
}

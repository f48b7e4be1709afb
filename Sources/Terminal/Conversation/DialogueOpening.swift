import ArgumentParser
import Client
import Glibc
import Wire

/// Brings a person, a server and a screen together, for as long as they talk.
struct DialogueOpening: Sendable {
    private let opening: SessionOpening

    init(_ options: Options) throws(Failure) { opening = try SessionOpening(options) }

    /// Talks until the person or the server ends it.
    ///
    /// - Parameter name: the friend whose conversation is open from the start.
    /// - Throws: why it could not begin or had to end; the exit code of the first line of a script
    ///   that could not be done.
    func run(in name: String?) async throws {
        let isLive = self.isLive
        let (client, opened) = try await opening.signedIn(resumes: true, wantsSnapshot: isLive)
        let code: Int32
        do throws(Failure) {
            code = try await talk(in: opened, over: client, isLive, with: name)
        } catch {
            await client.close()
            throw error
        }
        if !isLive, code != 0 { throw ExitCode(code) }
    }

    /// - Returns: the exit code for a script.
    private func talk(
        in opened: SessionOpened, over client: UpforClient, _ isLive: Bool, with name: String?
    ) async throws(Failure) -> Int32 {
        let screen = try screen(isLive: isLive)
        let output = Output(form: opening.output.form, printer: screen)
        let session = Session(
            me: opened.user.username, output: output, client: client, pictures: opening.pictures)
        let dialogue = Dialogue(session: session, screen: screen)
        await dialogue.begin(with: opened)
        let failure = await talk(dialogue, client, screen, name)
        await client.close()
        try await screen.close()
        if let failure { throw failure }
        return await dialogue.exitCode
    }

    /// Whether a person sits at a terminal that can do more than print lines.
    private var isLive: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && opening.output.wording != nil
            && !["", "dumb"].contains(Environment.all["TERM"] ?? "")
    }

    /// An editor and a board where a person sits, plain lines where a script does.
    private func screen(isLive: Bool) throws(Failure) -> any Screen {
        guard isLive, let palette = opening.output.wording?.palette else { return PlainScreen() }
        return try EditorScreen(prompt: Dialogue.lobbyPrompt, palette: palette)
    }

    /// - Returns: why it could not even begin, or why it had to end.
    private func talk(
        _ dialogue: Dialogue, _ client: UpforClient, _ screen: any Screen, _ name: String?
    ) async -> Failure? {
        do throws(Failure) {
            try await dialogue.begin(on: opening.server.description)
            if let name { try await dialogue.open(name) }
        } catch {
            return error
        }
        let typing = Task {
            for await _ in screen.typing { await dialogue.isTyping() }
        }
        defer { typing.cancel() }
        return await withTaskGroup(of: Failure?.self) { group in
            group.addTask {
                for await line in screen.lines where await dialogue.entered(line) == .ends { break }
                return nil
            }
            group.addTask {
                for await event in client.events {
                    if case .fails(let failure) = await dialogue.happened(event) { return failure }
                }
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }
}

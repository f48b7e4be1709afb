import Client
import EventLoop
import Glibc
import Wire

/// What is known before connecting: the user, the server, and how to show replies.
struct SessionOpening: Sendable {
    /// The most bytes of trusted certificates; a system's have some hundred thousand.
    private static let authoritiesBytesMax = 1 << 24

    let choice: ProfileChoice
    let profile: Profile?
    let server: ServerAddress
    let trust: TLSTrust?
    /// The certificates of `trust`.
    private let authorities: [UInt8]?
    /// Whether secrets may be sent unencrypted to another computer.
    private let isInsecure: Bool
    let output: Output

    /// - Throws: `.usage` for a server or profile that cannot be, `.local` for a broken profile or
    ///   a file of certificates that cannot be read.
    init(_ options: Options, environment: [String: String] = Environment.all) throws(Failure) {
        choice = try ProfileChoice(asked: options.profile, environment: environment)
        profile = try choice.load()
        server = try Self.server(
            options.server ?? environment["UPFOR_SERVER"].flatMap { $0.isEmpty ? nil : $0 }
                ?? profile?.server)
        isInsecure = options.insecure || environment["UPFOR_INSECURE"] == "1"
        (trust, authorities) = try Self.trust(options.ca ?? environment["UPFOR_CA"])
        output = Self.output(options, environment, me: profile?.username ?? "")
    }

    private static func server(_ text: String?) throws(Failure) -> ServerAddress {
        guard let text else { return .standard }
        guard let server = ServerAddress(text) else {
            throw .usage("a server is given as HOST or wss://HOST:PORT: \(text)")
        }
        return server
    }

    private static func trust(_ file: String?) throws(Failure) -> (TLSTrust?, [UInt8]?) {
        guard let file, !file.isEmpty else { return (nil, nil) }
        do {
            let bytes = try LocalFile.contents(of: file, bytesMax: authoritiesBytesMax)
            return (try TLSTrust(file: file), bytes)
        } catch {
            throw error as? Failure ?? .local("\(error)")
        }
    }

    private static func output(
        _ options: Options, _ environment: [String: String], me: String
    ) -> Output {
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let wording = Wording(
            me: me, palette: Palette(isTerminal: isTerminal, environment: environment),
            times: .system, width: TerminalSize.current.columns,
            hasIcons: isTerminal && UTF8Locale.isTheUsers)
        return Output(form: options.json ? .json : .words(wording), printer: StandardPrinter())
    }

    /// A connection without a session, to register or to log in.
    ///
    /// A program that does not stay is silent: friends do not see it come and go.
    ///
    /// - Throws: `.usage` before anything is sent, when it would be sent unencrypted.
    func connection(
        resumes: Bool = false, wantsSnapshot: Bool = false
    ) async throws(Failure) -> UpforClient {
        guard !server.isInClear || isInsecure else {
            throw .usage(
                "\(server) would get the password and every message unencrypted: use wss://, or "
                    + "--insecure if nobody can listen on the way")
        }
        // Without a profile no session is opened, so no server receives this name.
        let device = profile?.device ?? "nobody's"
        let client = UpforClient(
            server: server,
            options: ClientOptions(
                device: device, resumes: resumes, isSilent: !resumes, wantsSnapshot: wantsSnapshot,
                trust: trust, currentToken: currentToken))
        do {
            try await client.connect()
        } catch {
            throw Failure(error)
        }
        return client
    }

    /// A connection with a session of the profile's user, with events from `after` on.
    func signedIn(
        after: Profile.Position? = nil, resumes: Bool, wantsSnapshot: Bool = false
    ) async throws(Failure) -> (client: UpforClient, session: SessionOpened) {
        guard let token = profile?.token else {
            throw .notSignedIn(
                profile == nil
                    ? "not signed in: `upfor register NAME` or `upfor login NAME`"
                    : "signed out: `upfor login \(profile?.username ?? "NAME")`")
        }
        guard profile?.server == server.description else {
            throw .usage(
                "profile \(choice.name) is signed in at \(profile?.server ?? "another server"), "
                    + "not at \(server): use --as with another name")
        }
        let client = try await connection(resumes: resumes, wantsSnapshot: wantsSnapshot)
        do {
            let session = try await client.signIn(
                token: token, after: after?.seq, epoch: after?.epoch ?? "")
            await TokenRenewal(choice: choice).renewIfDue(Session.call(over: client))
            return (client, session)
        } catch {
            await client.close()
            throw Failure(error)
        }
    }

    /// Whether the server still accepts the token of the profile, which has one.
    func isSignedIn() async throws(Failure) -> Bool {
        do throws(Failure) {
            let (client, _) = try await signedIn(resumes: false)
            await client.close()
            return true
        } catch .refused(let error) where error.code == .invalidToken {
            return false
        }
    }

    /// Uploads and downloads pictures, for a signed-in user.
    var pictures: PictureLine? {
        guard let token = profile?.token else { return nil }
        let currentToken = currentToken
        return PictureLine(
            server: server, token: { currentToken() ?? token }, authorities: authorities)
    }

    /// The token on the disk: another program with the same profile may have renewed it, and the
    /// old one then counts as stolen. Nil when the profile belongs to another user by now.
    private var currentToken: @Sendable () -> String? {
        let (choice, known) = (choice, profile)
        return {
            guard let profile = try? choice.load(), profile.username == known?.username,
                profile.server == known?.server
            else { return nil }
            return profile.token
        }
    }

    /// A session for one command.
    func session() async throws(Failure) -> Session {
        let (client, session) = try await signedIn(resumes: false)
        return Session(
            me: session.user.username, output: output, client: client, pictures: pictures)
    }

    /// Stores how far `watch` has read.
    func keep(_ position: Profile.Position) throws(Failure) {
        try choice.folder.update(choice.name) { $0.position = position }
    }
}

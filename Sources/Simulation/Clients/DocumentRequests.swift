import Accounts
import Kernel
import Promises
import Wire

/// HTTP requests that are not commands: uploads, deletions and downloads of documents. The
/// connections that carry them are not simulated.
struct DocumentRequests {
    private static let pattern = "/hinder/users/{number}/documents/{kind}"

    let world: World

    init(_ world: World) { self.world = world }

    /// Uploads a document, or deletes one.
    func file(_ filing: Filing, at daemon: SimulatedDaemon) {
        let method: Route.Method = filing.content == nil ? .delete : .put
        guard daemon.stage == .up, let entry = entry(method, daemon) else { return }
        let store = daemon.store
        let command: WriteJob.Command = { (transaction) throws(Refusal) in
            let caller = try AccountsFeature.caller(token: filing.token, in: transaction)
            let work = Self.work(
                entry, filing.kind, of: filing.number, filing.content ?? [], for: caller)
            guard case .prepare(let prepare)? = work,
                case .write(let run) = try prepare(store, .none)
            else { throw .fault }
            return try run(transaction)
        }
        let origin = Origin(
            connection: UInt64(UInt32.max), loop: 0, replyTo: .exchange, name: entry.name)
        daemon.after(daemon.delay) {
            daemon.store.write(.command(command, replyTo: origin)) { completion, now in
                judge(completion, of: filing, at: now)
            }
        }
    }

    /// Compares the outcome of an upload or a deletion with the rules.
    private func judge(_ completion: Completion, of filing: Filing, at now: Moment) {
        guard let answer = completion.body else { return }
        let outcome = world.oracle.rules.file(filing, at: now)
        world.note("filed", "\(filing.brief) = \(answer.brief)")
        switch (outcome.result, answer) {
        case (.failure(let refusal), .error(let error)) where refusal.code == error.code: break
        case (.success(let expected), _) where expected == answer: break
        default:
            world.complain(
                .rules, "\(filing.brief): \(answer.brief) instead of \(outcome.result)")
        }
        if !completion.deliveries.isEmpty {
            world.complain(.discreet, "\(filing.brief): events were delivered")
        }
    }

    /// Requests a document. Only an authorised caller receives it, and then byte for byte.
    func fetch(
        _ kind: DocumentKind, of number: UInt32, for device: Device, at daemon: SimulatedDaemon
    ) {
        guard let entry = entry(.get, daemon) else { return }
        let rules = world.oracle.rules
        let isVoid = rules.voided.contains(device.token)
        let what = "\(device.user) asks for a document of profile \(number)"
        do throws(Refusal) {
            let found = try daemon.store.snapshot { (snapshot) throws(Refusal) in
                let caller = try AccountsFeature.caller(token: device.token, in: snapshot)
                let work = Self.work(entry, kind, of: number, for: caller)
                guard case .file(.stored(let look), _)? = work else { throw .fault }
                guard let file = try look(snapshot) else { return nil as [UInt8]? }
                guard case .stored(let size, let read) = file.content else { throw .fault }
                return try read(0..<size)
            }
            world.note("fetched", "\(what) = \(found?.count ?? 0) bytes")
            if isVoid {
                world.complain(.rules, "\(what) by a token that was given up")
            } else if found != rules.teamView.paper(kind, of: number, for: device.user) {
                world.complain(.discreet, "\(what), and gets what is not for them, or nothing")
            }
        } catch {
            guard !isVoid || error.code != .invalidToken else { return }
            world.complain(.rules, "\(what): \(error)")
        }
    }

    private func entry(_ method: Route.Method, _ daemon: SimulatedDaemon) -> CatalogEntry? {
        let route = daemon.catalog.routes.first {
            $0.method == method && $0.pattern == Self.pattern
        }
        return route?.form.plain
    }

    private static func work(
        _ entry: CatalogEntry, _ kind: DocumentKind, of number: UInt32, _ content: [UInt8] = [],
        for caller: Caller
    ) -> Work? {
        let request = PlainRequest(values: ["\(number)", kind.segment], body: content)
        return try? entry.read(.request(.plain(request)), for: caller).work
    }
}

extension Filing {
    /// One line for a person.
    fileprivate var brief: String {
        "\(user) \(content == nil ? "deletes" : "puts") \(kind.segment) of profile \(number)"
    }
}

extension DocumentKind {
    /// What it is called in paths.
    fileprivate var segment: String { self == .resume ? "resume" : "transcript" }
}

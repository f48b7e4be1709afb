import Kernel
import Promises
import Wire

/// Requests over HTTP that are no commands: documents that are put, taken away and downloaded. What
/// connections do with them is not played.
struct DocumentRequests {
    private static let pattern = "/hinder/users/{number}/documents/{kind}"

    let world: World

    init(_ world: World) { self.world = world }

    /// Somebody puts a document, or takes one away.
    func file(_ filing: Filing, at daemon: SimulatedDaemon) {
        let method: Route.Method = filing.content == nil ? .delete : .put
        guard daemon.stage == .up, case .change(let change)? = route(method, daemon) else { return }
        let path = "/hinder/users/\(filing.number)/documents/\(filing.kind.segment)"
        do throws(Refusal) {
            let work = try change.work(filing.content ?? [], filing.token, path, daemon.store)
            guard case .write(let command) = work else { return }
            let origin = Origin(
                connection: UInt64(UInt32.max), loop: 0, replyTo: .exchange, name: change.name)
            daemon.after(daemon.delay) {
                daemon.store.write(.command(command, replyTo: origin), filing: filing)
            }
        } catch {
            world.complain(.rules, "\(filing.brief) is refused before it is looked at: \(error)")
        }
    }

    /// A document was put or taken away, or that was refused.
    func judge(_ completion: Completion, of filing: Filing, at now: Moment) {
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
            world.complain(.discreet, "somebody is told that \(filing.brief)")
        }
    }

    /// Somebody asks for a document, and gets it if it is for them, byte by byte.
    func fetch(
        _ kind: DocumentKind, of number: UInt32, for device: Device, at daemon: SimulatedDaemon
    ) {
        guard case .privateFile(let file)? = route(.get, daemon) else { return }
        let rules = world.oracle.rules
        let isVoid = rules.voided.contains(device.token)
        let what = "\(device.user) asks for a document of profile \(number)"
        do throws(Refusal) {
            let found = try daemon.store.snapshot { (snapshot) throws(Refusal) in
                try file.find(snapshot, device.token, ["\(number)", kind.segment])?.bytes
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

    private func route(_ method: Route.Method, _ daemon: SimulatedDaemon) -> Route.Target? {
        daemon.catalog.routes.first { $0.method == method && $0.pattern == Self.pattern }?.target
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

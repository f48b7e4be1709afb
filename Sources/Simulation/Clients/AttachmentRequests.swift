import Accounts
import Kernel
import Promises
import SwiftProtobuf
import Wire

/// HTTP requests about attachments: uploads and downloads. The connections that carry them are not
/// simulated.
struct AttachmentRequests {
    private static let pattern = "/v1/rooms/files"

    let world: World

    init(_ world: World) { self.world = world }

    /// Uploads a file for a message.
    func upload(_ upload: Upload, at daemon: SimulatedDaemon) {
        guard daemon.stage == .up, let entry = entry(.post, Self.pattern, daemon) else { return }
        let store = daemon.store
        var request = PlainRequest(query: "kind=file&name=\(upload.name)", body: upload.content)
        request.cid = upload.cid
        let command: WriteJob.Command = { [request] (transaction) throws(Refusal) in
            let caller = try AccountsFeature.caller(token: upload.token, in: transaction)
            let work = try? entry.read(.request(.plain(request)), for: caller).work
            guard case .prepare(let prepare)? = work,
                case .write(let run) = try prepare(store, .none)
            else { throw .fault }
            return try run(transaction)
        }
        let origin = Origin(
            connection: UInt64(UInt32.max), loop: 0, replyTo: .exchange, name: entry.name)
        daemon.after(daemon.delay) {
            daemon.store.write(.command(command, replyTo: origin)) { completion, now in
                world.oracle.rules.look(at: now)
                judge(completion, of: upload)
            }
        }
    }

    /// Compares the outcome of an upload with the rules.
    private func judge(_ completion: Completion, of upload: Upload) {
        guard let answer = completion.body else { return }
        world.note("uploaded", "\(upload.user) \(upload.name) = \(answer.brief)")
        let complaint =
            switch answer {
            case .attachment(let attachment): world.oracle.rules.upload(upload, as: attachment)
            case .error(let error): world.oracle.rules.refusal(of: upload, error.code)
            default: "an answer to another command"
            }
        if let complaint {
            world.complain(.rules, "\(upload.user) uploads \(upload.name): \(complaint)")
        }
        if !completion.deliveries.isEmpty {
            world.complain(.discreet, "\(upload.user) uploads \(upload.name): events")
        }
    }

    /// Downloads a file. Only a user who can read its message gets it, and then byte for byte.
    func fetch(_ id: String, for device: Device, at daemon: SimulatedDaemon) {
        guard let entry = entry(.get, Self.pattern + "/{id}", daemon) else { return }
        world.oracle.rules.look(at: daemon.clock.moment)
        let rules = world.oracle.rules
        let isVoid = rules.voided.contains(device.token)
        let what = "\(device.user) downloads \(rules.files[id]?.upload.name ?? "a file")"
        do throws(Refusal) {
            let found = try daemon.store.snapshot { (snapshot) throws(Refusal) in
                let caller = try AccountsFeature.caller(token: device.token, in: snapshot)
                let request = PlainRequest(values: [id])
                let work = try? entry.read(.request(.plain(request)), for: caller).work
                guard case .file(.stored(let look), _)? = work else { throw .fault }
                guard let file = try look(snapshot) else { return nil as [UInt8]? }
                guard case .stored(let size, let read) = file.content else { throw .fault }
                return try read(0..<size)
            }
            world.note("downloaded", "\(what) = \(found?.count ?? 0) bytes")
            if isVoid {
                world.complain(.rules, "\(what) by a token that was given up")
            } else if found != rules.attachment(id, for: device.user) {
                world.complain(.discreet, "\(what), and gets what is not for them, or nothing")
            }
        } catch {
            guard !isVoid || error.code != .invalidToken else { return }
            world.complain(.rules, "\(what): \(error)")
        }
    }

    private func entry(
        _ method: Route.Method, _ pattern: String, _ daemon: SimulatedDaemon
    ) -> CatalogEntry? {
        daemon.catalog.routes.first { $0.method == method && $0.pattern == pattern }?.form.plain
    }
}

extension Crowd {
    /// Uploads a file, downloads one, or sends one that a user has uploaded.
    func attach() {
        guard let device = world.chance.pick(world.devices.filter(\.isRunning)),
            let daemon = world.chance.pick(world.daemons.filter { $0.stage == .up })
        else { return }
        let rules = world.oracle.rules
        switch world.chance.below(10) {
        case ..<4:
            let number = world.chance.number(1...20)
            let upload = Upload(
                user: device.user, token: device.token, name: "f\(number)",
                content: Array("\(device.user) \(number)".utf8), cid: "u\(number)")
            AttachmentRequests(world).upload(upload, at: daemon)
        case ..<7:
            let files = rules.files.keys.sorted()
            guard let id = world.chance.pick(files) else { return }
            AttachmentRequests(world).fetch(id, for: device, at: daemon)
        default:
            let whose = world.chance.percent(95) ? device.user : world.chance.pick(rules.users)
            guard let id = world.chance.pick(rules.unsentFiles(of: whose ?? device.user)) else {
                return
            }
            give(
                rules.attaching(
                    [id], of: device.user, cid: "c\(deeds.count)", using: &world.chance),
                on: device)
        }
    }
}

extension Rules {
    /// A message with files to a user or a group.
    fileprivate func attaching(
        _ files: [String], of user: String, cid: String, using chance: inout Chance
    ) -> ClientMessage.OneOf_Command {
        let rooms = groups(of: user)
        let friends = users.filter { mayTalk(user, $0) }
        let isInGroup = !rooms.isEmpty && (friends.isEmpty || chance.percent(40))
        let to = chance.pick(isInGroup ? rooms : friends) ?? chance.pick(users) ?? user
        return .roomSend(
            .with {
                ($0.to, $0.cid, $0.attachments) = (to, cid, files)
                $0.text = chance.percent(50) ? "with \(cid)" : ""
            })
    }
}

import Client
import SwiftProtobuf
import WebSocket
import Wire

/// Everything between clients and daemons.
final class Network {
    /// How a connection breaks.
    enum Break: CaseIterable {
        /// Both sides notice, each in its own time.
        case noticed
        /// The client does not notice: its silence has to last.
        case unnoticedByClient
        /// The daemon does not notice until it has waited for the client.
        case unnoticedByDaemon
    }

    unowned let world: World
    /// Connections that exist at either end, by number.
    private(set) var links: [Link] = []
    private var linkCount: UInt32 = 0

    init(_ world: World) { self.world = world }

    /// A client wants a connection.
    func open(_ device: Device) {
        let attempt = device.attempt
        world.after(delay) { [self] in
            guard device.attempt == attempt else { return }
            guard let daemon = destination, daemon.stage == .up else {
                world.after(delay) { device.failed(attempt, "refused") }
                return
            }
            daemon.whenAwake { [self] in open(device, attempt, at: daemon) }
        }
    }

    private func open(_ device: Device, _ attempt: Int, at daemon: SimulatedDaemon) {
        guard device.attempt == attempt else { return }
        linkCount += 1
        let link = Link(number: linkCount, of: device, at: daemon)
        links.append(link)
        daemon.accept(link)
        link.lastAtClient = world.now + delay
        world.after(link.lastAtClient - world.now) {
            guard !link.isBroken else { return }
            device.opened(link, attempt)
        }
    }

    /// The node that a new connection reaches: a proxy mostly knows which nodes are down.
    private var destination: SimulatedDaemon? {
        let open = world.daemons.filter { $0.stage == .up }
        return world.chance.pick(world.chance.percent(90) && !open.isEmpty ? open : world.daemons)
    }

    /// The client says something.
    func send(_ bytes: [UInt8], on link: Link) {
        carry(on: link) { [self] in
            world.trace.note(world.now, "->", bytes, "\(link.number) \(Self.said(bytes, link))")
            link.daemon.received(bytes, on: link)
        }
    }

    /// The client says goodbye.
    func close(_ link: Link) {
        link.isOpenAtClient = false
        carry(on: link) { link.daemon.lost(link) }
        forget(link)
    }

    /// The client is gone at once; the daemon hears of it when it does.
    func abort(_ link: Link) {
        link.isOpenAtClient = false
        link.isBroken = true
        world.after(delay) { link.daemon.whenAwake { link.daemon.lost(link) } }
        forget(link)
    }

    /// The daemon says something.
    func send(_ parcel: Link.Parcel, on link: Link) {
        guard link.isOpenAtDaemon else { return }
        guard !link.isStalled, link.outbox.isEmpty else {
            link.outbox.append(parcel)
            watch(link)
            return
        }
        fly(parcel, on: link)
    }

    /// The daemon is rid of a connection; what it said last still travels.
    func closedByDaemon(_ link: Link) {
        link.isOpenAtDaemon = false
        link.wantsDrained = false
        if link.isStalled { release(link) }
        forget(link)
    }

    /// The daemon wants to know when everything has left.
    func tellWhenDrained(_ link: Link) {
        link.wantsDrained = true
        if !link.isStalled { drained(link) }
    }

    /// A connection breaks: what travels on it is lost.
    func cut(_ link: Link, _ kind: Break) {
        guard !link.isBroken else { return }
        link.isBroken = true
        link.outbox = []
        world.note("cut", "\(link.number) \(kind)")
        if kind != .unnoticedByClient {
            world.after(world.chance.milliseconds(0...3000)) {
                link.device.lost(link, .lost("cut"))
            }
        }
        let patience = kind == .unnoticedByDaemon ? 10_000...45_000 : 0...3000
        world.after(world.chance.milliseconds(patience)) {
            link.daemon.whenAwake { link.daemon.lost(link) }
        }
    }

    /// A client stops reading for a while.
    func stall(_ link: Link) {
        guard !link.isStalled, link.isOpenAtClient else { return }
        world.note("stall", "\(link.number)")
        link.isStalled = true
        world.after(world.chance.milliseconds(100...20_000)) { [self] in release(link) }
    }

    /// The process at one end is gone, and its machine says so, or is gone as well.
    func died(_ daemon: SimulatedDaemon) {
        for link in links where link.isOpenAtDaemon && link.daemon === daemon {
            link.isOpenAtDaemon = false
            cut(link, world.chance.percent(80) ? .noticed : .unnoticedByClient)
        }
    }

    /// All clients read again.
    func heal() {
        for link in links { release(link) }
    }

    func forget(_ link: Link) {
        guard !link.isOpenAtClient, !link.isOpenAtDaemon else { return }
        links.removeAll { $0 === link }
    }

    private var delay: Duration { world.chance.milliseconds(world.plan.networkDelay) }

    /// Brings something to the daemon, behind what was sent before.
    private func carry(on link: Link, _ arrive: @escaping () -> Void) {
        guard !link.isBroken else { return }
        link.lastAtDaemon = max(link.lastAtDaemon, world.now + delay)
        world.after(link.lastAtDaemon - world.now) {
            link.daemon.whenAwake {
                if !link.isBroken, link.isOpenAtDaemon { arrive() }
            }
        }
    }

    private func fly(_ parcel: Link.Parcel, on link: Link) {
        guard !link.isBroken else { return }
        link.lastAtClient = max(link.lastAtClient, world.now + delay)
        world.after(link.lastAtClient - world.now) { [self] in
            guard !link.isBroken, link.isOpenAtClient else { return }
            switch parcel {
            case .message(let message, _): link.device.received(message, on: link)
            case .close(let code, let reason):
                link.device.lost(link, .closed(code, reason: reason))
                forget(link)
            }
        }
    }

    private func release(_ link: Link) {
        guard link.isStalled else { return }
        link.isStalled = false
        link.overflowsSince = nil
        let parcels = link.outbox
        link.outbox = []
        for parcel in parcels { fly(parcel, on: link) }
        if link.wantsDrained { drained(link) }
    }

    private func drained(_ link: Link) {
        guard world.mutant != .neverDrained else { return }
        let late = world.chance.percent(10) ? 0...2000 : 0...20
        link.daemon.after(world.chance.milliseconds(late)) {
            guard link.wantsDrained, link.outbox.isEmpty, !link.isStalled else { return }
            link.wantsDrained = false
            link.daemon.drained(link)
        }
    }

    /// Disconnects a client that reads too slowly for too long.
    private func watch(_ link: Link) {
        guard link.overflowsSince == nil, link.outboxBytes > world.plan.outboxBytes else { return }
        let since = world.now
        link.overflowsSince = since
        link.daemon.after(.seconds(10)) {
            guard link.overflowsSince == since, link.isOpenAtDaemon else { return }
            link.daemon.close(link, .tooSlow, "reads too slowly")
        }
    }

    private static func said(_ bytes: [UInt8], _ link: Link) -> String {
        let message = ClientMessage(bytes, link.format)
        return "\(link.device.name) #\(message?.id ?? 0) \(message?.command.brief ?? "?")"
    }
}

/// One connection of a client and the daemon: what is said on it arrives in order, or not at all.
final class Link {
    /// What travels to the client.
    enum Parcel {
        case message(ServerMessage, byteCount: Int)
        case close(CloseCode, reason: String)

        var byteCount: Int {
            if case .message(_, let count) = self { count } else { 0 }
        }
    }

    let number: UInt32
    unowned let device: Device
    unowned let daemon: SimulatedDaemon
    let format: WireFormat
    /// Which end still believes in it.
    var isOpenAtClient = false
    var isOpenAtDaemon = true
    /// Nothing travels on it any more, whatever its ends believe.
    var isBroken = false
    /// The client does not read: what is said to it waits at the daemon.
    var isStalled = false
    var outbox: [Parcel] = []
    /// Since when more waits than may.
    var overflowsSince: Duration?
    /// The daemon wants to know when the outbox is empty.
    var wantsDrained = false
    /// When the last of what is on its way arrives.
    var lastAtClient = Duration.zero
    var lastAtDaemon = Duration.zero

    init(number: UInt32, of device: Device, at daemon: SimulatedDaemon) {
        (self.number, self.daemon) = (number, daemon)
        self.device = device
        format = device.world.plan.format
    }

    var outboxBytes: Int { outbox.reduce(0) { $0 + $1.byteCount } }
}

extension ClientMessage {
    /// Reads what a client has sent; nil when it is no message.
    init?(_ bytes: [UInt8], _ format: WireFormat) {
        do {
            switch format {
            case .json: try self.init(jsonUTF8Bytes: bytes)
            case .binary: try self.init(serializedBytes: bytes)
            }
        } catch {
            return nil
        }
    }
}

extension Message {
    /// One line for a person.
    var brief: String {
        let text = textFormatString().split(whereSeparator: \.isNewline)
            .map { $0.drop { $0 == " " } }
            .joined(separator: " ")
        return text.count > 200 ? "\(text.prefix(200))..." : text
    }
}

extension ClientMessage.OneOf_Command? {
    /// One line for a person.
    var brief: String {
        var message = ClientMessage()
        message.command = self
        return message.brief
    }
}

extension ServerMessage.OneOf_Body {
    /// One line for a person.
    var brief: String { ServerMessage(self).brief }
}

import Hub
import Kernel

/// The bus between the nodes of a world. A message reaches each other node in order, or is lost.
///
/// Messages travel as the bytes that a real bus carries.
final class SimulatedBus {
    /// One node's end of the bus.
    private final class Member {
        let daemon: SimulatedDaemon
        /// The users whom the node has asked to follow, and those whom it follows by now.
        var wanted: Set<User.ID> = []
        var users: Set<User.ID> = []
        /// The node's last announcement of who is connected to it.
        var beat: [UInt8] = []
        /// The life of the node to which this belongs: one for each start.
        var life = 0
        var isUp = false
        /// The number of the current outage.
        var outage = 0
        /// When the last message under way from each other node arrives.
        var lastFrom: [Int: Duration] = [:]

        init(_ daemon: SimulatedDaemon) { self.daemon = daemon }
    }

    unowned let world: World
    private let members: [Member]

    init(_ world: World) {
        self.world = world
        members = world.daemons.map(Member.init)
    }

    /// A node has started and subscribes.
    func join(_ daemon: SimulatedDaemon) {
        let member = members[daemon.index]
        (member.life, member.wanted, member.users) = (daemon.life, [], [])
        member.isUp = false
        member.outage += 1
        connect(member, after: delay)
    }

    /// A node's process is gone.
    func leave(_ daemon: SimulatedDaemon) {
        members[daemon.index].isUp = false
        members[daemon.index].outage += 1
    }

    /// Begins or ends the delivery of messages about a user to a node.
    func follow(_ user: User.ID, _ isWanted: Bool, by daemon: SimulatedDaemon) {
        let member = members[daemon.index]
        guard isWanted else {
            member.wanted.remove(user)
            return _ = member.users.remove(user)
        }
        member.wanted.insert(user)
        daemon.after(delay) { [self] in
            guard member.wanted.contains(user) else { return }
            member.users.insert(user)
            if member.isUp { tell(.follows([user]), to: member) }
        }
    }

    /// Sends messages to the other nodes that follow their users.
    func tell(_ messages: [NodeMessage], from daemon: SimulatedDaemon) {
        guard members[daemon.index].isUp, let node = daemon.node else { return }
        for case .beat(let sum) in messages {
            members[daemon.index].beat = NodeMessage.beat(sum).bytes(from: node)
        }
        for other in members where other.daemon !== daemon && other.isUp {
            for message in messages {
                guard message.user.map(other.users.contains) ?? true, !loses(message) else {
                    continue
                }
                bring(message.bytes(from: node), for: message.user, from: node, to: other)
            }
        }
    }

    /// A deliberate bug: a dead node still announces who is connected to it.
    func haunt(_ daemon: SimulatedDaemon) {
        guard let node = daemon.node else { return }
        let (life, beat) = (daemon.life, members[daemon.index].beat)
        world.after(.seconds(1)) { [self] in
            guard daemon.life == life else { return }
            for other in members where other.daemon !== daemon && other.isUp {
                bring(beat, for: nil, from: node, to: other)
            }
            haunt(daemon)
        }
    }

    /// Cuts a node off from the bus for some time; nil cuts all of them off.
    func cut(_ daemon: SimulatedDaemon?, for duration: Duration) {
        world.note("bus cut", daemon.map { "\($0.index)" } ?? "all")
        for member in members where daemon == nil || member.daemon === daemon {
            member.outage += 1
            if member.isUp {
                member.isUp = false
                tell(.isDown("cut"), to: member)
            }
            connect(member, after: duration)
        }
    }

    /// Reconnects every node.
    func heal() {
        for member in members where !member.isUp && member.daemon.stage != .down {
            member.outage += 1
            connect(member, after: delay)
        }
    }

    private func connect(_ member: Member, after duration: Duration) {
        let (outage, life) = (member.outage, member.life)
        world.after(duration) { [self] in
            guard member.outage == outage, member.daemon.life == life,
                member.daemon.stage != .down
            else { return }
            member.isUp = true
            tell(.isUp, to: member)
        }
    }

    private func bring(_ bytes: [UInt8], for user: User.ID?, from node: Int, to other: Member) {
        let time = max(other.lastFrom[node] ?? .zero, world.now + delay)
        other.lastFrom[node] = time
        let outage = other.outage
        world.after(time - world.now) { [self] in
            guard other.outage == outage, other.isUp else { return }
            guard let heard = NodeMessage.read(bytes, for: user) else {
                return world.complain(.rules, "a node says what no node understands")
            }
            tell(.heard([heard]), to: other)
        }
    }

    private func tell(_ event: BusEvent, to member: Member) {
        member.daemon.whenAwake {
            member.daemon.hub { core, time in core.take(event, at: time) }
        }
    }

    /// Whether the bus loses a message. A lost inbox message is found by a look, so it may be lost
    /// even on a calm day. Any other takes longer to repair than users may be shown as away.
    private func loses(_ message: NodeMessage) -> Bool {
        if case .inbox = message { return world.chance.percent(world.plan.busLoss) }
        return !world.faults.isOver && world.chance.percent(world.plan.busLoss)
    }

    private var delay: Duration { world.chance.milliseconds(world.plan.busDelay) }
}

import Gateway
import Kernel
import Promises
import Wire

extension Mutant {
    /// What the hub is told instead of what became of a command.
    func falsified(_ completion: Completion, by daemon: SimulatedDaemon) -> Completion {
        switch self {
        case .tellsOneSide:
            completion.with(deliveries: Array(completion.deliveries.prefix(1)))
        case .tellsExFriend:
            completion.with(
                signals: completion.signals.filter { signal in
                    if case .relation(_, _, exists: false) = signal { false } else { true }
                })
        case .replaySkips: completion.granting { $0.beginning(at: min($0.top, $0.cursor + 1)) }
        case .replayRepeats:
            completion.granting { $0.beginning(at: $0.cursor - min(1, $0.cursor)) }
        case .skipsFence:
            completion.granting { $0.renamed("\($0.device) \(completion.origin?.connection ?? 0)") }
        case .silentCounts: completion.granting { $0.loud() }
        case .trustsItsMemory:
            completion.granting { grant in
                guard !grant.isSilent else { return grant }
                let before = daemon.world.oracle.granted[grant.device] ?? 0
                let cursor = max(grant.cursor, min(grant.top, before))
                daemon.world.oracle.granted[grant.device] = cursor
                return grant.beginning(at: cursor)
            }
        case .logoutKeepsSocket:
            completion.with(
                signals: completion.signals.filter { signal in
                    if case .signedOut = signal { false } else { true }
                })
        case .deafToNews:
            completion.hearing { entry in
                switch entry.signal {
                case .signedOut, .relation(_, _, exists: false): entry.isOwn
                default: true
                }
            }
        case .keepsTenure:
            completion.hearing { entry in
                if case .claimed = entry.signal { entry.isOwn } else { true }
            }
        case .typesInSpite:
            completion.with(signals: completion.signals.map { $0.sharingTyping() })
        default: completion
        }
    }

    /// How long an absence is not told, with that bug; nil: as long as it should be.
    var graceMilliseconds: Int? {
        switch self {
        case .noGrace: 0
        case .longGrace: 3_000
        default: nil
        }
    }
}

extension Mutant {
    /// What is lost of the data at a start, with that bug, in SQL; nil: nothing.
    var loss: String? {
        switch self {
        case .losesToggles: "DELETE FROM activity_state"
        case .playsDayAgain:
            """
            DELETE FROM word_entrant
            WHERE contest IN (SELECT id FROM word_contest WHERE day IS NOT NULL)
            """
        default: nil
        }
    }
}

extension Signal {
    /// The same of somebody who tells when they are writing.
    fileprivate func sharingTyping() -> Signal {
        switch self {
        case .discretion(let user, let discretion):
            .discretion(user, discretion.sharingTyping())
        case .signedIn(let grant):
            .signedIn(
                SessionGrant(
                    caller: grant.caller, device: grant.device, cursor: grant.cursor,
                    top: grant.top, isSilent: grant.isSilent,
                    discretion: grant.discretion.sharingTyping()))
        default: self
        }
    }
}

extension Discretion {
    fileprivate func sharingTyping() -> Discretion {
        Discretion(
            isInvisible: isInvisible, sharesTyping: true, sharesReceipts: sharesReceipts,
            postsOnCircle: postsOnCircle)
    }
}

extension Mutant {
    /// Whoever is named is told that somebody writes to them, friend or not.
    static func spreadTyping(
        _ bytes: [UInt8], of peer: SimulatedPeer, _ daemon: SimulatedDaemon
    ) {
        guard case .roomType(let type)? = ClientMessage(bytes, peer.link.format)?.command else {
            return
        }
        var typing = RoomTyping()
        (typing.from, typing.on) = (peer.link.device.user, type.on)
        typing.room = Pair(typing.from, type.with).room
        for other in daemon.peers.values.sorted(by: { $0.link.number < $1.link.number })
        where other.link.device.user == type.with && other.session.caller != nil {
            let message = ServerMessage(.roomTyping(typing))
            daemon.world.oracle.decided(message, on: other.link)
            daemon.send(message, to: other)
        }
    }

    /// Whether something is told before it is committed.
    var isHasty: Bool { self == .ackBeforeCommit || self == .tellsBeforeCommit }
}

extension Completion {
    /// Only what the one who gave the command is told.
    var answer: Completion { Completion(reply, fault: fault) }

    /// Only what everybody else is told.
    var news: Completion {
        Completion(
            .nothing, deliveries: deliveries, signals: signals, records: records,
            transaction: transaction)
    }

    /// The same with other events.
    fileprivate func with(deliveries: [Delivery]) -> Completion {
        Completion(
            reply, deliveries: deliveries, signals: signals, records: records,
            transaction: transaction, fault: fault)
    }

    /// The same with other signals.
    fileprivate func with(signals: [Signal]) -> Completion {
        Completion(
            reply, deliveries: deliveries, signals: signals, records: records,
            transaction: transaction, fault: fault)
    }

    /// The same with fewer news of other nodes.
    fileprivate func hearing(_ isHeard: (NodeNews.Entry) -> Bool) -> Completion {
        with(
            signals: signals.map { signal in
                guard case .nodes(let news) = signal else { return signal }
                return .nodes(
                    NodeNews(entries: news.entries.filter(isHeard), horizon: news.horizon))
            })
    }

    /// The same with another session, if it opens one.
    fileprivate func granting(_ change: (SessionGrant) -> SessionGrant) -> Completion {
        with(
            signals: signals.map { signal in
                if case .signedIn(let grant) = signal { .signedIn(change(grant)) } else { signal }
            })
    }
}

extension SessionGrant {
    fileprivate func beginning(at cursor: UInt32) -> SessionGrant {
        SessionGrant(
            caller: caller, device: device, cursor: cursor, top: top, isSilent: isSilent,
            discretion: discretion)
    }

    fileprivate func loud() -> SessionGrant {
        SessionGrant(
            caller: caller, device: device, cursor: cursor, top: top, isSilent: false,
            discretion: discretion)
    }

    fileprivate func renamed(_ device: String) -> SessionGrant {
        SessionGrant(
            caller: caller, device: device, cursor: cursor, top: top, isSilent: isSilent,
            discretion: discretion)
    }
}

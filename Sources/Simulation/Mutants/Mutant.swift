import Gateway
import Kernel
import Promises
import Wire

/// A deliberate bug, to try the oracles on: one that no oracle finds means that they are too weak.
///
/// None of them is in the product: statements are changed on their way to SQLite, commits are
/// made at the wrong time, and what hub and clients are told is falsified here.
package enum Mutant: String, CaseIterable, Sendable {
    /// Commits are said to be done before they are.
    case ackBeforeCommit
    /// Events are told before their commit.
    case tellsBeforeCommit
    /// What was done for a `cid` is not kept.
    case forgetsCid
    /// The hub is told of the first recipient of an event only.
    case tellsOneSide
    /// A friend request that is declined tells its sender.
    case leaksDecline
    /// Toggles are gone after a restart.
    case losesToggles
    /// A replay begins one event too late.
    case replaySkips
    /// A replay begins one event too early.
    case replayRepeats
    /// A second session of a device does not close the first.
    case skipsFence
    /// What was forgotten of an inbox is said to be there.
    case hidesFloor
    /// A friendship that ended lasts in the store.
    case keepsFriendship
    /// After a start inboxes are numbered anew.
    case numbersAnew
    /// Numbers that were taken in a transaction are gone when it is undone.
    case numbersLost
    /// A match is not kept, and so made again.
    case matchesTwice
    /// The hub does not hear that a friendship ended.
    case tellsExFriend
    /// Read marks are not kept.
    case losesMarks
    /// What a message said before it was changed stays in the store.
    case keepsWords
    /// A client does not keep how far it came.
    case forgetfulClient
    /// The hub never hears that a slow reader has caught up.
    case neverDrained
    /// A block is not kept.
    case losesBlock
    /// Who is blocked reaches the one who blocked with a request.
    case leaksRequest
    /// A pruned inbox loses one event more than it says.
    case prunesTooMuch
    /// What is delivered moves back with a device that is behind.
    case receiptsMoveBack
    /// Everybody's read marks are shown to friends.
    case sharesReceipts
    /// Who is left out of an activity is not kept.
    case losesExclusion
    /// A muted room makes a noise after all.
    case losesMute
    /// What the hub wants to read for a session is lost now and then.
    case losesPages
    /// A resumed overlap counts as a new one.
    case losesGrace
    /// Typing reaches the named user, friend or not.
    case typesToStrangers
    /// Friends are told of writing that is not to be told.
    case typesInSpite
    /// A token that was given up still opens sessions.
    case logoutKeepsToken
    /// A log-out leaves the session as it is.
    case logoutKeepsSocket
    /// Who only looks in is taken for somebody who is there.
    case silentCounts
    /// A device is not sent again what it was sent once, whatever it says.
    case trustsItsMemory
    /// An absence of any length is told.
    case noGrace
    /// Absences are told too late.
    case longGrace
    /// Nothing comes too often.
    case neverLimits
    /// What came too often comes too often for too long.
    case refillsLate
    /// Whoever accepts a meetup accepts what is proposed by then.
    case acceptsUnseen
    /// A meetup that has passed is not noted as such, and passes again.
    case passesAgain
    /// Who parted lately is drawn for each other all the same.
    case losesRest
    /// Who parts, or deletes a profile, still has partners.
    case keepsPartners
    /// A profile that was deleted is still there.
    case keepsSpeaker
    /// Who leaves a group is still in it.
    case keepsGroupMember
    /// A newcomer reads what was said in a group before.
    case showsThePast
    /// Who was in a group reads there in a replay what is written after the removal.
    case replaysToFormerMember
    /// A marker that was cleared is still on the map.
    case keepsMarker
    /// A marker stays when its time is over.
    case outlivesTime
    /// Whoever has the map open is told of markers that are not meant for them.
    case tellsUnmeant
    /// A project takes one member more than it has room for.
    case overfillsTeams
    /// Who leaves a project is still a member.
    case keepsMember
    /// A swipe to the left counts as one to the right.
    case matchesLeft
    /// Who waits for a place is forgotten.
    case losesWaiting
    /// Whoever attends reads what is opened to companies.
    case everybodyIsCompany
    /// A project that has swiped somebody to the right reads their documents.
    case readsUnwanted
    /// Whoever has lost a role still has it.
    case keepsRole
    /// A node that was not told of an event by the bus never looks for it.
    case neverLooks
    /// A node does not hear of log-outs and ended friendships on others.
    case deafToNews
    /// A device that goes on to another node keeps its session on the one before.
    case keepsTenure
    /// Each node numbers what it delivers by what it knows itself.
    case numbersByNode
    /// A node that is gone still says who is connected to it.
    case ghostSpeaks
    /// What came of a round is shown, and with it the answer, before it is over.
    case showsAnswer
    /// A round can be answered again.
    case answersTwice
    /// An answer that is sent again counts for its game once more.
    case countsRepeats
    /// Of the end of a duel one of the two hears.
    case endsForOne
    /// After a start the challenge of the day can be played again.
    case playsDayAgain
    /// The high score falls with the streak.
    case losesHighScore
    /// What friends have reached in a day's challenge is shown before they have finished it.
    case showsUnfinished
    /// Numbers are counted instead of drawn, and tell of others.
    case countsNumbers
    /// A match is posted while its author is still up for it.
    case postsWhileUp
    /// The time of a round does not pass.
    case waitsForever
}

extension Mutant {
    /// The outcome that the hub gets instead of the command's own.
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
    /// The same of a user who shows typing.
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
    /// Typing reaches the named user, friend or not.
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

    /// Whether events leave before the commit.
    var isHasty: Bool { self == .ackBeforeCommit || self == .tellsBeforeCommit }
}

extension Completion {
    /// Only the events to the caller.
    var answer: Completion { Completion(reply, fault: fault) }

    /// Only the events to others.
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

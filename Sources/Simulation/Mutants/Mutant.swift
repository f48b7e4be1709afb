import Gateway
import Kernel
import Promises
import Wire

/// A deliberate bug, to test the oracles: if none of them finds it, they are too weak.
///
/// None of the bugs is in the product. They change statements on their way to SQLite, commit at the
/// wrong time, and falsify what the hub and the clients receive.
package enum Mutant: String, CaseIterable, Sendable {
    /// Commands are acknowledged before their commit.
    case ackBeforeCommit
    /// Events are delivered before their commit.
    case tellsBeforeCommit
    /// The command log does not record a `cid`.
    case forgetsCid
    /// The hub receives only the first recipient of an event.
    case tellsOneSide
    /// A declined friend request notifies its sender.
    case leaksDecline
    /// A restart loses the toggles.
    case losesToggles
    /// A replay begins one event too late.
    case replaySkips
    /// A replay begins one event too early.
    case replayRepeats
    /// A second session of a device does not close the first.
    case skipsFence
    /// An inbox claims to hold the events that it has pruned.
    case hidesFloor
    /// A friendship that has ended stays in the store.
    case keepsFriendship
    /// A restart numbers the inboxes from the beginning.
    case numbersAnew
    /// A rollback loses the numbers that the transaction has drawn.
    case numbersLost
    /// A match is not stored, so it is made again.
    case matchesTwice
    /// The hub does not hear that a friendship ended.
    case tellsExFriend
    /// Read marks are not stored.
    case losesMarks
    /// The store keeps the old text of an edited message.
    case keepsWords
    /// A client does not store its position in the inbox.
    case forgetfulClient
    /// The hub never learns that a slow reader has caught up.
    case neverDrained
    /// A block is not stored.
    case losesBlock
    /// A friend request of a blocked user reaches the user who blocked them.
    case leaksRequest
    /// A pruned inbox loses one event more than it reports.
    case prunesTooMuch
    /// A device that lags behind moves delivery receipts back.
    case receiptsMoveBack
    /// Friends see read marks whatever the owner's privacy setting is.
    case sharesReceipts
    /// Exclusions from an activity are not stored.
    case losesExclusion
    /// A muted room notifies all the same.
    case losesMute
    /// Now and then a read that the hub needs for a session is lost.
    case losesPages
    /// An overlap that resumes counts as a new one.
    case losesGrace
    /// A user sees what is said about a match that has ended.
    case showsWithdrawn
    /// An edit of a toggle keeps what was said before.
    case keepsSaid
    /// An edit of a toggle ends its matches.
    case losesMatchByEdit
    /// The list of pinned messages has those from before a member joined.
    case showsEarlierPins
    /// A vote counts twice.
    case countsVoteTwice
    /// A vote that was taken back is still there.
    case keepsVote
    /// A file can be read in a group by former members.
    case readsFileAfterLeaving
    /// A file stays when its message is deleted.
    case keepsFile
    /// A file that was sent can be sent again.
    case sendsFileTwice
    /// A message that has expired is never removed.
    case keepsExpired
    /// A message can be read after its time, until it is removed.
    case readsExpired
    /// A message can be quoted after its time.
    case quotesExpired
    /// A plan introduces users who are kept from one another.
    case introduces
    /// A plan is offered to a friend whose match has ended.
    case plansWithUnmatched
    /// Typing reaches the named user, friend or not.
    case typesToStrangers
    /// Friends see typing that its sender's privacy setting hides.
    case typesInSpite
    /// Typing in a group reaches all members, friends or not.
    case typesToMembers
    /// A revoked token still opens sessions.
    case logoutKeepsToken
    /// A log-out leaves the session open.
    case logoutKeepsSocket
    /// A silent session counts as presence.
    case silentCounts
    /// A device never receives an event twice, whatever cursor it reports.
    case trustsItsMemory
    /// Every absence is announced, however short.
    case noGrace
    /// Absences are announced too late.
    case longGrace
    /// No rate limit applies.
    case neverLimits
    /// Rate limits refill too slowly.
    case refillsLate
    /// Accepting a meetup accepts the latest proposal, not the one that the member has seen.
    case acceptsUnseen
    /// A meetup that has passed is not marked as passed, and passes again.
    case passesAgain
    /// Partners who have parted recently are drawn for each other all the same.
    case losesRest
    /// A user who parts from a partner, or deletes their profile, keeps their partners.
    case keepsPartners
    /// A deleted language profile still exists.
    case keepsSpeaker
    /// A user who leaves a group remains a member.
    case keepsGroupMember
    /// A new member reads what was written in a group before they joined.
    case showsThePast
    /// A reply quotes what its reader may not read.
    case quotesThePast
    /// A text mentions users who are no members of the group.
    case mentionsStrangers
    /// A mention by a user whom its reader has blocked counts.
    case mentionsBlocking
    /// A replay shows a former member what was written in the group after their removal.
    case replaysToFormerMember
    /// A cleared marker stays on the map.
    case keepsMarker
    /// A marker outlives its expiry.
    case outlivesTime
    /// An open map receives markers whose owners have excluded the viewer.
    case tellsUnmeant
    /// A project takes one member more than its capacity.
    case overfillsTeams
    /// A user who leaves a project remains a member.
    case keepsMember
    /// A swipe to the left counts as one to the right.
    case matchesLeft
    /// A user on the waiting list is forgotten.
    case losesWaiting
    /// Every attendee reads documents that are open to companies.
    case everybodyIsCompany
    /// A project that has swiped a user to the right reads their documents, wanted or not.
    case readsUnwanted
    /// A user keeps a role that they have lost.
    case keepsRole
    /// A node never looks for an event that the bus did not announce.
    case neverLooks
    /// A node ignores log-outs and ended friendships on other nodes.
    case deafToNews
    /// A device that moves to another node keeps its session on the previous one.
    case keepsTenure
    /// Each node numbers deliveries by its own knowledge alone.
    case numbersByNode
    /// A dead node still announces who is connected to it.
    case ghostSpeaks
    /// The outcome of a round, and with it the answer, is shown before the round is over.
    case showsAnswer
    /// A round can be answered again.
    case answersTwice
    /// A repeated answer counts towards its game once more.
    case countsRepeats
    /// Only one of the two players learns that a duel has ended.
    case endsForOne
    /// After a restart the day's challenge can be played again.
    case playsDayAgain
    /// The high score falls with the streak.
    case losesHighScore
    /// The scores of friends in a day's challenge are shown before those friends have finished it.
    case showsUnfinished
    /// Numbers are counted instead of drawn, and reveal others.
    case countsNumbers
    /// A match is posted while its author is still up for it.
    case postsWhileUp
    /// A round never times out.
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

    /// The grace period of an absence with that bug; nil: the right one.
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
        case .losesToggles: "DELETE FROM toggle"
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
    var withoutEffects: Completion {
        var completion = self
        (completion.deliveries, completion.signals, completion.records) = ([], [], [])
        completion.transaction = nil
        return completion
    }

    /// Only the events to others.
    var news: Completion {
        var completion = Completion(deliveries: deliveries, signals: signals)
        (completion.records, completion.transaction) = (records, transaction)
        return completion
    }

    /// The same with other events.
    fileprivate func with(deliveries: [Delivery]) -> Completion {
        var completion = self
        completion.deliveries = deliveries
        return completion
    }

    /// The same with other signals.
    fileprivate func with(signals: [Signal]) -> Completion {
        var completion = self
        completion.signals = signals
        return completion
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

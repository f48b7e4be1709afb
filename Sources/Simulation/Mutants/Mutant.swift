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
    /// Whoever is named is told that somebody writes to them, friend or not.
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

// What the catalogue says about what users do, and about other nodes.
extension EventName {
    var meaningForUsage: EventMeaning {
        switch self {
        case .activityTally:
            EventMeaning(
                "What users did with an activity since the last `server.stat`: turned it on or "
                    + "off, had it expire, matched (pairs), received a match on a connection "
                    + "(`told`), made plans. Only activities with which something was done.",
                .activity, .on, .off, .expired, .matched, .told, .plans)
        case .socialTally:
            EventMeaning(
                "Friendships that began and messages that were sent since the last "
                    + "`server.stat`, if there were any.",
                .friends, .messages)
        case .activityOn:
            EventMeaning("A user turned an activity on.", .activity, .pseudonym)
        case .activityOff:
            EventMeaning(
                "A user turned an activity off, or it expired.", .activity, .pseudonym)
        case .activityMatched:
            EventMeaning("Two users match.", .activity, .pseudonym, .otherPseudonym)
        case .planMade: EventMeaning("A user made a plan.", .activity, .pseudonym)
        default: EventMeaning("Two users are friends.", .pseudonym, .otherPseudonym)
        }
    }

    var meaningForNodes: EventMeaning {
        switch self {
        case .busUp:
            EventMeaning("The Redis server of `cluster.redis` answers, at the start or again.")
        case .busLost:
            EventMeaning(
                "The Redis server does not answer: events of other nodes arrive up to two "
                    + "seconds later, and nobody knows who is online there.",
                .reason)
        case .nodeJoined:
            EventMeaning(
                "Another node serves the database; `n` nodes do now.", .node, .count)
        case .nodeGone:
            EventMeaning(
                "Another node has stopped, or has said nothing for six seconds; `n` nodes are "
                    + "left.", .node, .count)
        default:
            EventMeaning("The chores of all nodes are this one's from now on.")
        }
    }
}

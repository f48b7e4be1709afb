import Promises
import SplitMix
import SwiftProtobuf
import Wire

// MARK: - By itself

extension Resident {
    /// Lives on: does what is due, and leaves when it is time.
    mutating func live(
        _ plan: DayPlan, at now: UInt64, _ tally: inout LifeTally, _ output: inout [UInt8]
    ) {
        guard isThere else { return }
        // The first one at some moment of the first pause: not everybody at once.
        let pause = Int(plan.pauseNanoseconds)
        guard let due = nextDeedAt else {
            beginStay(at: now)
            return nextDeedAt = now + UInt64(diary.chance.below(pause))
        }
        if due <= now {
            act(plan, at: due, &output)
            nextDeedAt = due + UInt64(diary.chance.number(pause / 2...pause * 3 / 2))
        }
        goHomeIfDue(at: now, &tally, &output)
    }

    private mutating func act(
        _ plan: DayPlan, at due: UInt64, _ output: inout [UInt8]
    ) {
        let friends = plan.population.friends(of: diary.person)
        let friend = friends[diary.chance.below(friends.count)]
        switch DayDeed.draw(using: &diary.chance) {
        case .write: write(to: friend, at: due, &output)
        case .toggle: toggle(at: due, &output)
        case .read:
            let name = diary.names.name(friend)
            ask(.other, at: due, &output) { cid in
                .roomMark(.with { ($0.with, $0.seq, $0.cid) = (name, .max, cid) })
            }
        case .comment: look(to: .comment, &output)
        case .like: look(to: .like, &output)
        }
    }

    private mutating func toggle(
        at due: UInt64, _ output: inout [UInt8]
    ) {
        let activities = Population.activities
        let activity = activities[diary.chance.below(activities.count)]
        let isOn = !diary.isOn.contains(activity)
        if isOn { diary.isOn.insert(activity) } else { diary.isOn.remove(activity) }
        ask(.other, at: due, &output) { cid in
            .activitySet(.with { ($0.activity, $0.on, $0.cid) = (activity, isOn, cid) })
        }
    }

    /// Looks at the circle; what follows is done when the page is there.
    private mutating func look(to deed: DayDeed, _ output: inout [UInt8]) {
        pending = deed
        speech.say(.circleList(CircleList()), &output)
    }
}

// MARK: - On what it hears

extension Resident {
    /// There is a match: every other person who is told says that it came about.
    mutating func meet(
        _ match: Match, at now: UInt64, _ output: inout [UInt8]
    ) {
        guard diary.chance.percent(50) else { return }
        confirm(match.with.username, match.activity, at: now, &output)
    }

    /// "We did it": once both have said so, it is on the circle.
    mutating func confirm(
        _ friend: String, _ activity: String, at now: UInt64,
        _ output: inout [UInt8]
    ) {
        ask(.other, at: now, &output) { cid in
            .circleConfirm(.with { ($0.friend, $0.activity, $0.cid) = (friend, activity, cid) })
        }
    }

    /// The circle is there: says or does something about what somebody else did, if there is
    /// anything.
    mutating func act(
        on page: CirclePage, at now: UInt64, _ output: inout [UInt8]
    ) {
        let posts = page.posts.compactMap { post in
            diary.names.number(post.author.username).map { (id: post.id, author: $0) }
        }.filter { $0.author != diary.person }
        guard !posts.isEmpty, let deed = pending else { return }
        pending = nil
        let post = posts[diary.chance.below(posts.count)]
        guard deed == .comment else {
            return ask(.other, at: now, &output) { cid in
                .circleLike(.with { ($0.post, $0.liked, $0.cid) = (post.id, true, cid) })
            }
        }
        ask(.comment(post.author), at: now, &output) { cid in
            .circleSay(.with { ($0.post, $0.text, $0.cid) = (post.id, "well done, \(cid)", cid) })
        }
    }
}

import Kernel
import Promises
import Wire

extension Oracle {
    /// A job has become durable, or was refused.
    func committed(
        _ waiting: SimulatedStore.Waiting, _ completion: Completion, by daemon: SimulatedDaemon
    ) {
        let now = daemon.clock.moment
        defer { noteCommit(completion, by: daemon) }
        defer { judgePosts(completion.signals, at: now) }
        if let fault = completion.fault {
            if case .full = fault, daemon.writer.space != .enough { return fail(completion) }
            return world.complain(.durable, "the store failed, and nobody made it: \(fault)")
        }
        if let judge = waiting.judge {
            judge(completion, now)
        } else if let origin = completion.origin {
            let question = Question(origin)
            judge(completion, from: question, at: now, daemon.writer.deeds.take(question))
        } else {
            let drawn = waiting.drawn?.all ?? []
            let events = waiting.chore.map { rules.chore($0, at: now, drawn: drawn) } ?? []
            let what = waiting.chore ?? "the hub's own question"
            judge(completion.deliveries, events, after: what)
            if waiting.chore != nil { judgeShowings(completion.signals, after: what) }
        }
    }

    /// A read has seen a state.
    func read(_ job: ReadJob, _ completion: Completion, at now: Moment) {
        guard let origin = job.origin, let question = heard[Question(origin)],
            let answer = completion.body
        else { return }
        heard[Question(origin)]?.answers.append(answer)
        if case .sessionOpen(let open) = question.command, rules.voided.contains(open.token) {
            guard case .error(let error) = answer, error.code == .invalidToken else {
                return world.complain(
                    .rules, "\(question.user) comes in with a token that was given up")
            }
        }
        rules.look(at: now)
        if let complaint = rules.complaint(
            about: answer, to: question.command, of: question.user, at: now)
        {
            world.complain(
                .rules, "\(question.user) asks \(Optional(question.command).brief): \(complaint)")
        }
    }

    private func fail(_ completion: Completion) {
        guard let origin = completion.origin else { return }
        heard[Question(origin)]?.hasFailed = true
    }

    /// Whether a command that came when a limit was used up had to be refused, by the data.
    private func isLimited(_ command: ClientMessage.OneOf_Command, of user: String) -> Bool {
        switch command {
        case .userBlock(let block): !rules.friends.contains(Pair(user, block.user))
        case .friendsChange(let change): rules.past[user]?[change.cid] == nil
        default: false
        }
    }

    private func judge(
        _ completion: Completion, from question: Question, at now: Moment,
        _ deed: CommandDeeds.Deed
    ) {
        guard let answer = completion.body, let asked = heard[question] else {
            return world.complain(.rules, "a command that nobody gave was done")
        }
        if case .error(let error) = answer, error.code == .rateLimited,
            isLimited(asked.command, of: asked.user)
        {
            heard[question]?.answers.append(answer)
            return
        }
        let outcome =
            if case .accountLogout = asked.command {
                rules.void(asked.token)
            } else {
                rules.apply(
                    asked.command, by: asked.user, at: now, answered: answer, drawn: deed.drawn,
                    keepsCid: deed.keepsCid)
            }
        heard[question]?.answers.append(answer)
        world.note("done", "\(asked.text) = \(answer.brief)")
        switch (outcome.result, answer) {
        case (.failure(let refusal), .error(let error)) where refusal.code == error.code: break
        case (.success(let expected), _) where expected == answer: break
        default:
            world.complain(.rules, "\(asked.text): \(answer.brief) instead of \(outcome.result)")
        }
        judge(completion.deliveries, outcome.events, after: asked.text)
        judge(deed.drawn, after: asked.text)
        judge(completion.signals, of: asked.user, after: asked.text)
        judgeShowings(completion.signals, after: asked.text)
    }

    /// Compares the events delivered to inboxes with the expected ones, which the inboxes of the
    /// rules already end with.
    private func judge(
        _ deliveries: [Delivery], _ expected: [(to: String, body: Rules.Body)],
        after what: @autoclosure () -> String
    ) {
        var missing = expected
        var surplus: [(to: String, body: Rules.Body)] = []
        for delivery in deliveries {
            guard let body = delivery.event.body else {
                return world.complain(.durable, "an event without a body")
            }
            for recipient in delivery.recipients where recipient.user != .nobody {
                let user = names[recipient.user] ?? "?"
                let place = Int(rules.top(of: user)) - missing.count { $0.to == user } + 1
                if Int(recipient.seq) != place {
                    world.complain(
                        .gapless, "\(user)'s event \(place) has the number \(recipient.seq)")
                }
                if let due = missing.firstIndex(where: { $0.to == user && $0.body == body }) {
                    missing.remove(at: due)
                    order(body, at: place, in: user)
                } else {
                    surplus.append((user, body))
                }
            }
        }
        guard !missing.isEmpty || !surplus.isEmpty else { return }
        let (told, due) = (surplus.map(Self.line), missing.map(Self.line))
        world.complain(.rules, "after \(what()): told \(told), and not \(due)")
    }

    private static func line(_ event: (to: String, body: Rules.Body)) -> String {
        "\(event.to): \(event.body.brief)"
    }
}

extension Oracle {
    /// The events that one command adds to an inbox may have any order: the rules adopt the
    /// store's.
    private func order(_ body: ServerMessage.OneOf_Body, at place: Int, in user: String) {
        guard var inbox = rules.inboxes[user], place >= 1, place <= inbox.count,
            let found = inbox[(place - 1)...].firstIndex(where: { $0.body == body })
        else { return }
        inbox.swapAt(place - 1, found)
        rules.inboxes[user] = inbox
    }

    /// A drawn number reveals nothing about earlier ones.
    private func judge(_ drawn: [UInt32], after what: @autoclosure () -> String) {
        for number in drawn {
            let distance = max(number, lastDrawn) - min(number, lastDrawn)
            if distance <= Self.nearNumbers {
                world.complain(.discreet, "after \(what()): \(number) is near to \(lastDrawn)")
            }
            lastDrawn = number
        }
    }

    private func judgePosts(_ signals: [Signal], at now: Moment) {
        for case .hint(let hint) in signals {
            guard case .circleChanged(let change) = hint.body,
                case .posted(let post)? = change.change
            else { continue }
            let viewers = hint.recipients.compactMap { names[$0] }
            let isNew = posts.insert(post.id).inserted
            for flaw in rules.flaws(of: post, toldTo: viewers, isNew: isNew, at: now) {
                world.complain(.discreet, flaw)
            }
        }
    }

    /// A receipt reveals only what its recipients may know.
    private func judge(_ signals: [Signal], of user: String, after what: @autoclosure () -> String)
    {
        for case .hint(let hint) in signals {
            guard case .roomReceipt(let receipt) = hint.body else { continue }
            let friends = hint.recipients.compactMap { names[$0] }
            let isRight = friends.allSatisfy { friend in
                guard !rules.isInvisible(user) else { return false }
                guard !receipt.room.hasPrefix("#") else {
                    return rules.company(receipt.room, of: friend) != nil
                        && (!receipt.hasRead || rules.privacy(of: user).receipts)
                        && (receipt.delivered <= receipt.read || rules.mayTalk(user, friend))
                }
                return rules.mayTalk(user, friend)
                    && receipt == rules.receipt(Rules.Way(from: user, to: friend))
            }
            if receipt.user != user || !isRight {
                world.complain(.discreet, "after \(what()): \(friends) receive \(receipt.brief)")
            }
        }
    }
}

extension Oracle {
    /// The result of a day's challenge is shown to friends who have finished it, and to all of
    /// them.
    private func judgeShowings(_ signals: [Signal], after what: @autoclosure () -> String) {
        let shown = signals.compactMap { signal -> WordBook.Showing? in
            guard case .hint(let hint) = signal, case .wordDailyShown(let body) = hint.body else {
                return nil
            }
            return WordBook.Showing(
                friends: Set(hint.recipients.map { names[$0] ?? "?" }), body: body)
        }
        guard shown != rules.words.showings else { return }
        let due = rules.words.showings
        world.complain(.discreet, "after \(what()): shown are \(shown), due are \(due)")
    }
}

extension Completion {
    /// The body of the reply to the client; nil when no client waits for one.
    var body: ServerMessage.OneOf_Body? { answer?.body }
}

extension Rules {
    /// A post appears by itself when its author is no longer up for what it is about, for friends
    /// for whom that is meant.
    fileprivate func flaws(
        of post: CirclePost, toldTo viewers: [String], isNew: Bool, at now: Moment
    ) -> [String] {
        let author = post.author.username
        let activities = wildcards.union([post.activity])
        var flaws: [String] = []
        for viewer in viewers where viewer != author {
            let way = Way(from: author, to: viewer)
            let isUnmeant = activities.contains { exclusions[$0]?.contains(way) == true }
            guard isUnmeant || !areFriends(author, viewer) else { continue }
            flaws.append("\(viewer) receives a post of \(author), and is not in its audience")
        }
        let on = toggles[author] ?? [:]
        for activity in activities where isNew && on[activity].map({ $0.expires > now }) ?? false {
            flaws.append("a post of \(author) about \(post.activity), who is up for it")
        }
        return flaws
    }
}

extension Configuration {
    /// Every rule that these settings break; empty when the daemon may start with them.
    public var problems: [ConfigurationProblem] {
        problems { _ in .code }
    }

    /// - Parameter origin: where a key was set.
    func problems(
        _ origin: (_ key: String) -> ConfigurationOrigin
    ) -> [ConfigurationProblem] {
        let problems =
            rangeProblems + relationProblems + networkProblems + notifierProblems
            + mailProblems + activityProblems + identityProblems + featureProblems
        return problems.map { key, text in
            ConfigurationProblem(origin: origin(key), key: key, text: text)
        }
    }

    private var rangeProblems: [(String, String)] {
        Self.keys.filter { !$0.holds(in: self) }.map { key in
            (key.name, "expected \(key.expectation), got \(key.text(in: self))")
        }
    }

    /// The rules between keys.
    private var relationProblems: [(String, String)] {
        var problems: [(String, String)] = []
        if limits.outboxBytes < limits.messageBytes {
            let least = "at least limits.messageBytes (\(limits.messageBytes))"
            problems.append(("limits.outboxBytes", "expected \(least), got \(limits.outboxBytes)"))
        }
        if deflate.inflatedBytes < 2 * limits.messageBytes {
            let least = "at least twice limits.messageBytes (\(limits.messageBytes))"
            problems.append(
                ("deflate.inflatedBytes", "expected \(least), got \(deflate.inflatedBytes)"))
        }
        if heartbeat.deadSeconds <= heartbeat.pingSeconds {
            let least = "more than heartbeat.pingSeconds (\(heartbeat.pingSeconds))"
            problems.append(
                ("heartbeat.deadSeconds", "expected \(least), got \(heartbeat.deadSeconds)"))
        }
        let goodbyes = drain.noticeSeconds + drain.farewellSeconds
        if drain.seconds <= goodbyes {
            let least = "more than drain.noticeSeconds + drain.farewellSeconds (\(goodbyes))"
            problems.append(("drain.seconds", "expected \(least), got \(drain.seconds)"))
        }
        return problems
    }

    private var activityProblems: [(String, String)] {
        var problems: [(String, String)] = []
        func require(_ holds: Bool, _ key: String, _ expected: String, _ got: String) {
            if !holds { problems.append((key, "expected \(expected), got \(got)")) }
        }
        require(
            Activity.countRange.contains(activities.count), "activities",
            "\(Activity.countRange) entries", "\(activities.count)")
        var seen: Set<String> = []
        for (index, activity) in activities.enumerated() {
            let key = "activities[\(index)]"
            require(
                Activity.isName(activity.name), "\(key).name",
                "a name like coffee_2 of at most 20 characters", activity.name.debugDescription)
            require(
                seen.insert(activity.name).inserted, "\(key).name",
                "a name of its own", activity.name.debugDescription)
            require(
                activity.title.isPlain(in: Activity.titleRange), "\(key).title",
                "text of \(Activity.titleRange) characters", activity.title.debugDescription)
            require(
                activity.icon.isPlain(in: Activity.iconRange), "\(key).icon",
                "text of \(Activity.iconRange) characters", activity.icon.debugDescription)
            require(
                Activity.expiryRange.contains(activity.expiryMinutes), "\(key).expiryMinutes",
                "minutes in \(Activity.expiryRange)", "\(activity.expiryMinutes)")
        }
        return problems
    }
}

internal import Outbound
import Settings

/// The rules that settings have to keep: each key its range, and keys those between them.
struct ConfigurationRules {
    /// A key, and what is wrong with its value.
    typealias Problem = (String, String)

    let settings: Configuration

    /// Every rule that is broken.
    var problems: [Problem] {
        rangeProblems + relationProblems + networkProblems + notifierProblems
            + mailProblems + activityProblems + identityProblems + featureProblems
            + clusterProblems
    }

    private var rangeProblems: [Problem] {
        ConfigurationKeys.all.filter { !$0.holds(in: settings) }.map { key in
            (key.name, "expected \(key.expectation), got \(key.text(in: settings))")
        }
    }

    /// The rules between keys.
    private var relationProblems: [Problem] {
        var problems: [Problem] = []
        if settings.limits.outboxBytes < settings.limits.messageBytes {
            let least = "at least limits.messageBytes (\(settings.limits.messageBytes))"
            problems.append(
                ("limits.outboxBytes", "expected \(least), got \(settings.limits.outboxBytes)"))
        }
        if settings.deflate.inflatedBytes < 2 * settings.limits.messageBytes {
            let least = "at least twice limits.messageBytes (\(settings.limits.messageBytes))"
            problems.append(
                (
                    "deflate.inflatedBytes",
                    "expected \(least), got \(settings.deflate.inflatedBytes)"
                ))
        }
        if settings.heartbeat.deadSeconds <= settings.heartbeat.pingSeconds {
            let least = "more than heartbeat.pingSeconds (\(settings.heartbeat.pingSeconds))"
            problems.append(
                (
                    "heartbeat.deadSeconds",
                    "expected \(least), got \(settings.heartbeat.deadSeconds)"
                ))
        }
        let goodbyes = settings.drain.noticeSeconds + settings.drain.farewellSeconds
        if settings.drain.seconds <= goodbyes {
            let least = "more than drain.noticeSeconds + drain.farewellSeconds (\(goodbyes))"
            problems.append(("drain.seconds", "expected \(least), got \(settings.drain.seconds)"))
        }
        return problems
    }
}

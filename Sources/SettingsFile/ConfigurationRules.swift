internal import EventLoop
import Features
import Kernel
import Outbound
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
            + clusterProblems + bucketProblems + scannerProblems
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

extension ConfigurationRules {
    private var scannerProblems: [Problem] {
        let scanner = settings.data.scanner
        guard !scanner.isEmpty, !scanner.hasPrefix("/") else { return [] }
        return [("data.scanner", "expected the path of a program, got \(scanner)")]
    }

    /// The rules about a bucket for files.
    private var bucketProblems: [Problem] {
        let data = settings.data
        guard !data.s3.isEmpty else { return [] }
        var problems: [Problem] = []
        do throws(OutboundFailure) {
            try OutboundTerms(allowsPlain: true, allowsPrivate: true).check(url: data.s3)
            if data.s3.contains(where: { "?#".contains($0) }) { throw .forbidden }
        } catch {
            problems.append(("data.s3", "expected the URL of a bucket, got \(data.s3)"))
        }
        if data.postgresql.isEmpty {
            problems.append(
                (
                    "data.postgresql",
                    "missing: data.s3 is for several nodes; with SQLite, files lie beside the data"
                ))
        }
        for (key, value) in [("data.s3Key", data.s3Key), ("data.s3Secret", data.s3Secret)]
        where value.isEmpty {
            problems.append((key, "missing: data.s3 is set"))
        }
        return problems
    }

    /// The rules about other nodes.
    var clusterProblems: [Problem] {
        let cluster = settings.cluster
        var problems: [Problem] = []
        if !cluster.node.utf8.allSatisfy(Self.isOfName) {
            problems.append(
                ("cluster.node", "expected letters, digits and hyphens, got \(cluster.node)"))
        }
        if !cluster.channel.utf8.allSatisfy(Self.isOfName) {
            problems.append(
                (
                    "cluster.channel",
                    "expected letters, digits and hyphens, got \(cluster.channel)"
                ))
        }
        if cluster.isOn, settings.data.postgresql.isEmpty {
            problems.append(
                ("data.postgresql", "missing: cluster.node is set, and nodes share a database"))
        }
        if !cluster.redis.isEmpty, !cluster.isOn {
            problems.append(("cluster.node", "missing: cluster.redis is for several nodes"))
        }
        return problems + redisProblems
    }

    private var redisProblems: [Problem] {
        let redis = settings.cluster.redis
        var problems: [Problem] = []
        if !redis.isEmpty, !redis.hasPrefix("/"), !Self.isHostAndPort(redis) {
            problems.append(
                (
                    "cluster.redis",
                    "expected HOST:PORT, rediss://HOST:PORT or the path of a socket, got \(redis)"
                ))
        }
        if !settings.cluster.redisAuthorities.isEmpty, !redis.hasPrefix(Self.encrypted) {
            problems.append(
                (
                    "cluster.redisAuthorities",
                    "of no use: cluster.redis does not begin with \(Self.encrypted)"
                ))
        }
        return problems
    }

    private static let encrypted = "rediss://"

    private static func isHostAndPort(_ redis: String) -> Bool {
        let place = redis.hasPrefix(encrypted) ? redis.dropFirst(encrypted.count) : redis[...]
        guard let colon = place.lastIndex(of: ":"), colon > place.startIndex,
            let port = Int(place[place.index(after: colon)...])
        else { return false }
        return (1...65_535).contains(port) && !place.contains("/")
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}

/// The rules of lists: activities, issuers, and the words that features take.
extension ConfigurationRules {
    var activityProblems: [Problem] {
        var problems = Findings()
        problems.require(
            Configuration.Activity.countRange.contains(settings.activities.count), "activities",
            "\(Configuration.Activity.countRange) entries", "\(settings.activities.count)")
        var seen: Set<String> = []
        for (index, activity) in settings.activities.enumerated() {
            let key = "activities[\(index)]"
            problems.require(
                Configuration.Activity.isName(activity.name), "\(key).name",
                "a name like coffee_2 of at most 20 characters", activity.name.debugDescription)
            problems.require(
                seen.insert(activity.name).inserted, "\(key).name",
                "a name of its own", activity.name.debugDescription)
            problems.require(
                activity.title.isPlain(in: Configuration.Activity.titleRange), "\(key).title",
                "text of \(Configuration.Activity.titleRange) characters",
                activity.title.debugDescription)
            problems.require(
                activity.icon.isPlain(in: Configuration.Activity.iconRange), "\(key).icon",
                "text of \(Configuration.Activity.iconRange) characters",
                activity.icon.debugDescription)
            problems.require(
                Configuration.Activity.expiryRange.contains(activity.expiryMinutes),
                "\(key).expiryMinutes",
                "minutes in \(Configuration.Activity.expiryRange)", "\(activity.expiryMinutes)")
        }
        return problems.list
    }

    var identityProblems: [Problem] {
        var problems = Findings()
        problems.require(
            settings.identities.count <= Configuration.Identity.countMax, "identities",
            "at most \(Configuration.Identity.countMax) entries", "\(settings.identities.count)")
        var seen: Set<String> = []
        for (index, identity) in settings.identities.enumerated() {
            let key = "identities[\(index)]"
            problems.require(
                Configuration.Activity.isName(identity.name), "\(key).name",
                "a name like home_2 of at most 20 characters", identity.name.debugDescription)
            problems.require(
                seen.insert(identity.name).inserted, "\(key).name",
                "a name of its own", identity.name.debugDescription)
            for (name, value) in [
                ("issuer", identity.issuer), ("clientID", identity.clientID),
                ("keys", identity.keys), ("authorities", identity.authorities),
            ] {
                let range = name == "authorities" ? 0...500 : Configuration.Identity.textRange
                let isShown = name != "keys" || value.isEmpty
                problems.require(
                    value.isPlain(in: range), "\(key).\(name)",
                    "text of \(range.lowerBound) to \(range.upperBound) characters",
                    isShown ? value.debugDescription : nil)
            }
            problems.require(
                !identity.keys.contains("://") || identity.fetchesKeys, "\(key).keys",
                "a file, or an https:// URL", nil)
            problems.require(
                !identity.fetchesKeys || identity.isAskable, "\(key).keys",
                "an https:// URL of a host, without password and blanks", nil)
        }
        return problems.list
    }

    /// Words that a feature does not take.
    var featureProblems: [Problem] {
        FeatureList.settings.compactMap { setting in
            guard case .words(_, let expected, let isWord) = setting.form else { return nil }
            let text = settings.features.text(setting)
            guard !SettingValues.words(in: text).allSatisfy(isWord) else { return nil }
            return (setting.name, "expected \(expected), got \(text.debugDescription)")
        }
    }
}

extension ConfigurationRules {
    /// The problems of a list, in the order of its entries.
    private struct Findings {
        var list: [Problem] = []

        /// - Parameter got: nil: it is not shown, since there may be a password in it.
        mutating func require(_ holds: Bool, _ key: String, _ expected: String, _ got: String?) {
            let got = got.map { ", got \($0)" } ?? ""
            if !holds { list.append((key, "expected \(expected)\(got)")) }
        }
    }
}

extension ConfigurationRules {
    /// The rules about clients that may connect, and how.
    var networkProblems: [Problem] {
        var problems: [Problem] = []
        // A socket's name has room for 107 bytes, and it is made as NAME.new.
        if let adminSocket = settings.adminSocket, adminSocket.utf8.count > 103 {
            problems.append(
                (
                    "admin.socket",
                    "expected a path of at most 103 bytes, got \(adminSocket.utf8.count):"
                        + " \(adminSocket)"
                ))
        }
        if settings.tls.certificate.isEmpty != settings.tls.key.isEmpty {
            let missing = settings.tls.key.isEmpty ? "tls.key" : "tls.certificate"
            problems.append((missing, "missing: a certificate and its key go together"))
        }
        if settings.listen.plain == .never, !settings.tls.isOn {
            problems.append(("listen.plain", "never needs TLS: set tls.certificate and tls.key"))
        }
        if settings.listen.plain == .loopback, !isLocal {
            problems.append(
                (
                    "listen.host",
                    "expected an address of this machine alone such as 127.0.0.1, got"
                        + " \(settings.listen.host); others can read what is not encrypted: set"
                        + " listen.plain to never for TLS alone, or to always to accept that"
                ))
        }
        for (key, list) in [
            ("listen.origins", settings.listen.origins),
            ("http.corsOrigins", settings.http.corsOrigins),
        ] where Origins(list) == nil {
            problems.append(
                (
                    key,
                    "expected origins such as https://a.example or http://b.example:81,"
                        + " separated by commas, got \(list.debugDescription)"
                ))
        }
        let tiles = settings.page.tiles
        if !tiles.isEmpty,
            Origins.origin(of: tiles) == nil
                || !["{z}", "{x}", "{y}"].allSatisfy({ tiles.contains($0) })
        {
            problems.append(
                (
                    "page.tiles",
                    "expected an address such as https://tiles.example/{z}/{x}/{y}.png, got"
                        + " \(tiles.debugDescription)"
                ))
        }
        if settings.listen.plain == .always, !isLocal, settings.http.trustedProxies.isEmpty {
            problems.append(
                (
                    "http.trustedProxies",
                    "missing: plain connections come to \(settings.listen.host) from a proxy, whose"
                        + " clients would all count as one, and lock each other out; name the"
                        + " proxy's addresses, or say none if clients connect directly"
                ))
        }
        if TrustedProxies(settings.http.trustedProxies) == nil {
            problems.append(
                (
                    "http.trustedProxies",
                    "expected networks such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, separated by"
                        + " commas, got \(settings.http.trustedProxies.debugDescription)"
                ))
        }
        return problems
    }

    /// A host that is no address is refused when it is bound.
    private var isLocal: Bool {
        SocketAddress.parse(host: settings.listen.host, port: 0)?.isLoopback ?? true
    }
}

/// The rules about what the daemon sends to others.
extension ConfigurationRules {
    /// The rules about them.
    var notifierProblems: [Problem] {
        var problems: [Problem] = []
        if !settings.notifiers.webhook.isEmpty {
            if (try? settings.notifiers.webhookTerms().check(url: settings.notifiers.webhook))
                == nil
            {
                problems.append(
                    (
                        "notifiers.webhook",
                        "expected an https URL, or one of http on 127.0.0.1, got"
                            + " \(settings.notifiers.webhook.debugDescription)"
                    ))
            }
            if settings.notifiers.webhookSecret.isEmpty {
                problems.append(
                    ("notifiers.webhookSecret", "missing: requests to the webhook are signed"))
            }
        }
        let contact = settings.notifiers.webPushContact
        if settings.notifiers.webPush, contact.isEmpty {
            problems.append(
                ("notifiers.webPushContact", "missing: push services want to know whom to ask"))
        }
        let isPlain = contact.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        if !contact.isEmpty, !isPlain || !["mailto:", "https:"].contains(where: contact.hasPrefix) {
            problems.append(
                ("notifiers.webPushContact", "expected mailto:… or https:…, got \(contact)"))
        }
        return problems
    }

    /// The rules about it.
    var mailProblems: [Problem] {
        guard settings.mail.isOn else { return [] }
        var problems: [Problem] = []
        if MailRoute(settings.mail.server) == nil {
            problems.append(
                (
                    "mail.server",
                    "expected smtp://HOST:PORT or smtps://HOST:PORT, got"
                        + " \(settings.mail.server.debugDescription)"
                ))
        }
        let from = settings.mail.from
        let isAddress = (try? OutboundMail(from: from, to: from, fields: [], text: "")) != nil
        if !isAddress || from.split(separator: "@", omittingEmptySubsequences: false).count != 2 {
            problems.append(("mail.from", "expected an address such as upfor@a.example"))
        }
        if settings.mail.user.isEmpty != settings.mail.password.isEmpty {
            let missing = settings.mail.user.isEmpty ? "mail.user" : "mail.password"
            problems.append((missing, "missing: a name and its password go together"))
        }
        return problems
    }
}

import Settings
@testable import SettingsFile
import Testing

@Suite struct `A configuration is refused for` {
    /// One row: a file, and the only problem it has.
    struct Vector: CustomTestStringConvertible, Sendable {
        let yaml: String
        let problem: String
        var testDescription: String { yaml.debugDescription }

        init(_ yaml: String, _ problem: String) {
            (self.yaml, self.problem) = (yaml, problem)
        }

        /// A value of `loops`, which YAML or a careless reader might take for a number.
        init(loops value: String, got: String) {
            let expected = "expected a whole number of event loops in 0...256, got "
            self.init("loops: \(value)", ":1: loops: \(expected)\(got)")
        }

        /// A list with one entry.
        init(activity fields: String, _ problem: String) {
            self.init("activities:\n- {\(fields)}", ":2: activities[0]\(problem)")
        }

        init(identity fields: String, _ problem: String) {
            self.init("identities:\n- {\(fields)}", ":2: identities[0]\(problem)")
        }
    }

    static let values = [
        Vector(loops: "", got: "\"\""),
        Vector(loops: "~", got: "\"~\""),
        Vector(loops: "'2'", got: "\"2\""),
        Vector(loops: "two", got: "\"two\""),
        Vector(loops: "+2", got: "\"+2\""),
        Vector(loops: "0x2", got: "\"0x2\""),
        Vector(loops: "010", got: "\"010\""),
        Vector(loops: "1_0", got: "\"1_0\""),
        Vector(loops: "1.0", got: "\"1.0\""),
        Vector(loops: "1e1", got: "\"1e1\""),
        Vector(loops: "yes", got: "\"yes\""),
        Vector(loops: "[1]", got: "a list"),
        Vector(loops: "{a: 1}", got: "keys and values"),
        Vector(loops: "99999999999999999999", got: "\"99999999999999999999\""),
        Vector(loops: "257", got: "257"),
        Vector(
            "listen: {host: 12}",
            ":1: listen.host: expected text of 1 to 253 characters, got \"12\""),
        Vector(
            "listen: {host: \"\"}",
            ":1: listen.host: expected text of 1 to 253 characters, got \"\""),
        Vector(
            "data:\n  folder: \"a\\nb\"",
            ":2: data.folder: expected text of 1 to 1024 characters, got \"a\\nb\""),
        Vector(
            "log: {level: loud}",
            ":1: log.level: expected one of debug, info, warn, error, got \"loud\""),
        Vector(
            "admin: {socket: /\(String(repeating: "ä", count: 52))}",
            ":1: admin.socket: expected a path of at most 103 bytes, got 105:"
                + " /\(String(repeating: "ä", count: 52))"),
        Vector("log: loud", ":1: log: expected keys and values, got \"loud\""),
        Vector("- 1", ":1: expected keys and values"),
        Vector(
            "deflate: {inflatedBytes: 600000}\nlimits:\n  messageBytes: 300000",
            ": limits.outboxBytes: expected at least limits.messageBytes (300000), got 262144"),
        Vector(
            "deflate: {enabled: 1}",
            ":1: deflate.enabled: expected true or false, got \"1\""),
        Vector(
            "tls: {certificate: a.pem}",
            ": tls.key: missing: a certificate and its key go together"),
        Vector(
            "listen: {plain: never}",
            ":1: listen.plain: never needs TLS: set tls.certificate and tls.key"),
        Vector(
            "listen: {host: 0.0.0.0}",
            ":1: listen.host: expected an address of this machine alone such as 127.0.0.1, got"
                + " 0.0.0.0; others can read what is not encrypted: set listen.plain to never"
                + " for TLS alone, or to always to accept that"),
        Vector(
            "listen: {origins: a.example}",
            ":1: listen.origins: expected origins such as https://a.example or"
                + " http://b.example:81, separated by commas, got \"a.example\""),
        Vector(
            "limits:\n  outboxBytes: 60000",
            ":2: limits.outboxBytes: expected at least limits.messageBytes (65536), got 60000"),
        Vector(
            "partners:\n  languages: de, English",
            ":2: partners.languages: expected codes of two or three small letters, with commas"
                + " between, got \"de, English\""),
        Vector(
            "drain:\n  seconds: 5",
            ":2: drain.seconds: expected more than drain.noticeSeconds + drain.farewellSeconds (5),"
                + " got 5"),
    ]

    static let syntax = [
        Vector("loops: 1\nloops: 2", ":1: given twice: loops"),
        Vector("loops: [", ":2: did not find expected node content"),
        Vector("\tloops: 1", ":1: found character that cannot start any token"),
        Vector("loops: 1\n---\nloops: 2", ":2: but found another document"),
    ]

    static let activities = [
        Vector("activities: 3", ":1: activities: expected a list, got \"3\""),
        Vector("activities: []", ":1: activities: expected 1...64 entries, got 0"),
        Vector("activities: [tea]", ":1: activities[0]: expected name and title"),
        Vector(activity: "title: Tea", ".name: missing"),
        Vector(activity: "name: tea", ".title: missing"),
        Vector(
            activity: "name: Tea, title: Tea",
            ".name: expected a name like coffee_2 of at most 20 characters, got \"Tea\""),
        Vector(activity: "name: 1, title: Tea", ".name: expected text, got \"1\""),
        Vector(
            activity: "name: tea, title: \"\"",
            ".title: expected text of 1...40 characters, got \"\""),
        Vector(
            activity: "name: tea, title: Tea, expiryMinutes: 0",
            ".expiryMinutes: expected minutes in 1...10080, got 0"),
        Vector(
            activity: "name: tea, title: Tea, expiryMinutes: long",
            ".expiryMinutes: expected a whole number of minutes, got \"long\""),
        Vector(
            activity: "name: tea, title: Tea, wildcard: yes",
            ".wildcard: expected true or false, got \"yes\""),
        Vector(
            activity: "name: tea, title: Tea, wildcard: 'true'",
            ".wildcard: expected true or false, got \"true\""),
        Vector(
            activity: "name: tea, title: Tea, icon: abcdefghijklmnopq",
            ".icon: expected text of 0...16 characters, got \"abcdefghijklmnopq\""),
        Vector(
            activity: "name: tea, title: Tea, colour: red",
            ".colour: unknown key; there are name, title, icon, expiryMinutes, wildcard"),
        Vector(
            "activities:\n- {name: tea, title: A}\n- {name: tea, title: B}",
            ":3: activities[1].name: expected a name of its own, got \"tea\""),
    ]

    static let identities = [
        Vector("identities: 3", ":1: identities: expected a list, got \"3\""),
        Vector(
            "identities: [home]",
            ":1: identities[0]: expected name, issuer, clientID and keys"),
        Vector(identity: "name: home, issuer: i, clientID: c", ".keys: missing"),
        Vector(
            identity: "name: Home, issuer: i, clientID: c, keys: k",
            ".name: expected a name like home_2 of at most 20 characters, got \"Home\""),
        Vector(
            identity: "name: home, issuer: 7, clientID: c, keys: k",
            ".issuer: expected text, got \"7\""),
        Vector(
            identity: "name: home, issuer: i, clientID: \"\", keys: k",
            ".clientID: expected text of 1 to 500 characters, got \"\""),
        Vector(
            identity: "name: home, issuer: i, clientID: c, keys: 'http://u:p@a.example/keys'",
            ".keys: expected a file, or an https:// URL"),
        Vector(
            identity: "name: home, issuer: i, clientID: c, keys: \"u:p@a.example\\n\"",
            ".keys: expected text of 1 to 500 characters"),
        Vector(
            identity: "name: home, issuer: i, clientID: c, keys: 'https://u:p@a.example/keys'",
            ".keys: expected an https:// URL of a host, without password and blanks"),
        Vector(
            identity: "name: home, issuer: i, clientID: c, keys: 'https://a.example:99999/'",
            ".keys: expected an https:// URL of a host, without password and blanks"),
        Vector(
            identity: "name: home, issuer: i, clientID: c, keys: k, secret: s",
            ".secret: unknown key; there are name, issuer, clientID, keys, authorities"),
        Vector(
            "identities:\n- {name: a, issuer: i, clientID: c, keys: k}\n"
                + "- {name: a, issuer: i, clientID: c, keys: k}",
            ":3: identities[1].name: expected a name of its own, got \"a\""),
    ]

    @Test(arguments: values + syntax + activities + identities)
    func `one wrong value, by place and name`(vector: Vector) {
        let problems = `A configuration`.problems(yaml: vector.yaml)
        let source = vector.problem.hasPrefix(": ") ? "configuration" : "upford.yaml"
        #expect(problems == [source + vector.problem])
    }
}

@Suite struct `Settings of notifiers` {
    private static func problems(_ change: (inout Configuration.Notifiers) -> Void) -> [String] {
        var configuration = Configuration()
        change(&configuration.notifiers)
        return configuration.problems.map(\.key)
    }

    @Test(arguments: [
        "https://a.example/hook", "http://127.0.0.1:80/hook", "http://localhost:1/",
        "http://[::1]:1/", "https://10.0.0.1/",
    ])
    func `allow a webhook over TLS, or on this machine`(url: String) {
        #expect(Self.problems { ($0.webhook, $0.webhookSecret) = (url, "file") } == [])
    }

    @Test(arguments: [
        "http://a.example/hook", "ftp://a.example", "a.example", "https://a:b@a.example/",
        "http://127.0.0.1@a.example/", "http://localhost.a.example/",
    ])
    func `allow no other webhook`(url: String) {
        #expect(
            Self.problems { ($0.webhook, $0.webhookSecret) = (url, "file") }
                == ["notifiers.webhook"])
    }

    @Test func `want a secret with a webhook, and a contact that can be used`() {
        #expect(
            Self.problems { $0.webhook = "https://a.example/" } == ["notifiers.webhookSecret"])
        for contact in ["admin@a.example", "mailto:a\"b", "mailto:a b", "https:\\a"] {
            #expect(
                Self.problems { $0.webPushContact = contact } == ["notifiers.webPushContact"])
        }
        #expect(Self.problems { $0.webPush = true } == ["notifiers.webPushContact"])
        #expect(
            Self.problems {
                ($0.webPush, $0.webPushContact) = (true, "mailto:admin@a.example")
            } == [])
    }
}

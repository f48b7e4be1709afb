import Testing

@testable import Settings
@testable import SettingsFile

@Suite struct `Settings that are read again` {
    @Test func `change what can change, and name what waits for a restart`() {
        let old = Configuration()
        var wanted = old
        wanted.limits.messageBytes = 1_000
        wanted.log.level = .debug
        wanted.listen.port = 1
        wanted.activities = [.init(name: "tea", title: "Tea")]
        let (next, change) = old.taking(wanted)
        #expect(change.changed == ["limits.messageBytes", "log.level"])
        #expect(change.waiting == ["listen.port", "activities"])
        #expect(next.limits.messageBytes == 1_000)
        #expect(next.log.level == .debug)
        #expect(next.listen == old.listen)
        #expect(next.activities == old.activities)
    }

    @Test func `that are the same change nothing`() {
        let (next, change) = Configuration().taking(Configuration())
        #expect(next == Configuration())
        #expect(change == ConfigurationChange())
    }

    @Test func `copy each live key, and no other`() throws {
        let flags = Dictionary(
            uniqueKeysWithValues: ConfigurationKeys.all.map { key in
                switch key.setting {
                case .integer(_, let range): (key.name, "\(range.upperBound)")
                case .text: (key.name, key.sampleText)
                case .boolean: (key.name, "\(key.text(in: Configuration()) != "true")")
                case .choice(let choice): (key.name, choice.names.last ?? "")
                }
            })
        let wanted = try Configuration.load(file: nil, flags: flags)
        let (next, change) = Configuration().taking(wanted)
        for key in ConfigurationKeys.all {
            let isLive = key.effect == .reload
            #expect((key.text(in: next) == key.text(in: wanted)) == isLive, "\(key.name)")
            #expect(change.changed.contains(key.name) == isLive, "\(key.name)")
        }
    }
}

extension ConfigurationKey {
    /// A text that it may be set to.
    var sampleText: String {
        switch name {
        case "listen.origins", "http.corsOrigins", "notifiers.webhook", "data.s3",
            "notifiers.webPushContact":
            "https://a.example"
        case "page.tiles": "https://a.example/{z}/{x}/{y}.png"
        case "mail.server": "smtps://mail.example"
        case "mail.from": "upfor@a.example"
        case "partners.languages": "de, nds"
        case "features.profile": "words, places"
        case "places.stickers": "tea, food=🍕"
        case "cluster.node", "cluster.channel": "one"
        case "words.activity": "charades"
        case "words.folder": "/usr/share/words"
        case "data.scanner": "/usr/bin/scan -"
        case "cluster.redis": "rediss://redis.example:6379"
        case "http.trustedProxies": "192.0.2.0/24, ::1"
        default: name
        }
    }
}

import Testing

@testable import Settings
@testable import SettingsFile

/// What the settings of the page may be.
@Suite struct `Settings of the page` {
    private static func problems(_ tiles: String) -> [String] {
        var settings = Configuration()
        settings.page.tiles = tiles
        return ConfigurationRules(settings: settings).problems.map(\.0)
    }

    @Test func `name a server of tiles by an address with all three numbers, or none`() {
        for tiles in ["", "https://a.example/{z}/{x}/{y}.png", "http://127.0.0.1:81/{z}-{x}-{y}"] {
            #expect(Self.problems(tiles) == [], "\(tiles)")
        }
        for tiles in [
            "https://a.example/{z}/{x}.png", "a.example/{z}/{x}/{y}", "ftp://a/{z}/{x}/{y}",
            "https://a b/{z}/{x}/{y}", "https://a.example;script-src *;/{z}/{x}/{y}",
        ] {
            #expect(Self.problems(tiles) == ["page.tiles"], "\(tiles)")
        }
    }
}

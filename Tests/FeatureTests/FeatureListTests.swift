import Features
import Friends
import Kernel
import SwiftProtobuf
import Testing
import Wire

@testable import Partners

/// What features declare, and what an operator makes of it.
@Suite struct `The features of a server` {
    /// The whole product, as it is set.
    private static func catalog(
        _ set: (inout SettingValues) -> Void = { _ in }
    ) throws -> Catalog {
        var settings = SettingValues()
        set(&settings)
        return try Catalog(
            presence: RecordingPresence(), wildcards: [], keeping: 100, runs: nil,
            limits: FriendLimits(), settings: settings)
    }

    @Test(arguments: ["partners", "places", "reports", "teams", "words"])
    func `lack the commands of one that is switched off, and nothing else of it`(
        name: String
    ) throws {
        let whole = try Self.catalog()
        let rest = try Self.catalog { $0[boolean: "features.\(name)"] = false }
        let gone = Set(whole.entries.map(\.name)).subtracting(rest.entries.map(\.name))
        let counts = ["partners": 11, "places": 9, "reports": 1, "teams": 27, "words": 19]
        #expect(gone.count == counts[name])
        for command in gone { #expect(rest[.json(command)] == nil) }
        for entry in rest.entries {
            #expect(rest.countedNames[entry.place] == entry.name)
            #expect(rest[.binary(entry.message?.field ?? 0)]?.name == entry.name)
        }
        #expect(name != "partners" || rest.routes.allSatisfy { $0.interface != "wordup" })
        #expect(name != "teams" || rest.routes.allSatisfy { $0.interface != "hinder" })
        #expect(rest.migrations.map(\.name) == whole.migrations.map(\.name))
        #expect(rest.chores.map(\.name) == whole.chores.map(\.name))
        #expect(rest.disclosures.map(\.name) == whole.disclosures.map(\.name))
        #expect(rest.events.all.map(\.name) == whole.events.all.map(\.name))
    }

    @Test(arguments: [
        ("all", ["placeList", "projectCreate", "wordPlay", "partnerList"]), ("friends", []),
        ("words, places", ["placeList", "wordPlay"]),
    ])
    func `are those of the profile that is set`(profile: String, systems: [String]) throws {
        let catalog = try Self.catalog { $0[text: "features.profile"] = profile }
        let names = Set(catalog.entries.map(\.name))
        #expect(names.isSuperset(of: ["activitySet", "planMake", "roomSend", "userReport"]))
        let all = ["placeList", "projectCreate", "wordPlay", "partnerList"]
        #expect(all.filter(names.contains) == systems)
    }

    @Test func `have the languages that are set`() throws {
        var settings = SettingValues()
        settings[text: "partners.languages"] = "de,  nds"
        let set = settings
        let languages = PartnersFeature { set }.languages
        #expect(try languages.check("nds", field: "known") == "nds")
        #expect(languages.codes == ["de", "nds"])
        expectRefusal(.invalidField, "known") { _ = try languages.check("en", field: "known") }
        #expect(Set(Languages.standard) == PartnersFeature { SettingValues() }.languages.codes)
    }

    @Test func `declare each limit and each setting once`() {
        let names = (FeatureList.settings + FeatureList.rates.flatMap(\.settings)).map(\.name)
        #expect(Set(names).count == names.count)
        #expect(FeatureList.all.map { $0.name }.count == Set(FeatureList.all.map { $0.name }).count)
    }
}

import Accounts
import Activities
import Avatars
import Circle
import Devices
import Files
import Friends
import Invitations
public import Kernel
import OwnData
import Partners
import Places
import Plans
import Reports
import Rooms
import Sessions
import Teams
import Words

/// Every feature of the product, and what they declare before there is a server.
public enum FeatureList {
    /// Those that need only their settings. A new feature is one line here; one that others have to
    /// know of is a line in ``Kernel/Catalog/init(_:)``, too.
    static let plain: [any PlainFeature.Type] = [
        PartnersFeature.self
    ]

    /// All of them.
    public static let all: [any Feature.Type] =
        [
            AccountsFeature.self, FilesFeature.self, FriendsFeature.self, InvitationsFeature.self,
            AvatarsFeature.self, RoomsFeature.self, ActivitiesFeature.self, PlansFeature.self,
            CircleFeature.self, SessionsFeature.self, DevicesFeature.self,
            PlacesFeature.self, ReportsFeature.self, TeamsFeature.self, WordsFeature.self,
            OwnDataFeature.self,
        ] + plain

    /// Their limits.
    public static let rates: [Rate] = {
        let rates = Rate.shared + all.flatMap { $0.rates }
        precondition(Set(rates).count == rates.count, "two limits with the same hash of a name")
        return rates
    }()

    /// The systems beside that of friends and their activities.
    private static let systems: [any Feature.Type] = [
        PlacesFeature.self, TeamsFeature.self, WordsFeature.self, PartnersFeature.self,
    ]

    /// Which of these systems a server has.
    public static let profile = Setting(
        "features.profile",
        .words(
            ["all"],
            expected: "all, friends, or some of \(systems.map { $0.name }.joined(separator: ", "))",
            isWord: { word in
                ["all", "friends"].contains(word) || systems.contains { $0.name == word }
            }),
        "The systems that this server has beside friends and their activities: all of them, none "
            + "(friends), or those that are named here. `features.NAME: false` switches another "
            + "one off.")

    /// Their settings, but those of their limits.
    public static let settings: [Setting] =
        [profile] + all.compactMap { $0.toggle } + all.flatMap { $0.settings }

    fileprivate static func has(_ feature: any Feature.Type, _ profile: [String]) -> Bool {
        !systems.contains { $0.name == feature.name } || profile.contains("all")
            || profile.contains(feature.name)
    }
}

extension SettingValues {
    /// Whether a feature is switched on.
    public func isOn(_ feature: any Feature.Type) -> Bool {
        (feature.toggle.map(boolean) ?? true)
            && FeatureList.has(feature, words(FeatureList.profile))
    }
}

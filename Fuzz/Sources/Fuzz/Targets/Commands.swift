import Accounts
import Activities
import Circle
import Devices
import Friends
import Kernel
import OwnData
import Partners
import Rooms
import Sessions
import Wire

/// The daemon's own catalogue, and a user who may use all of it.
enum Commands {
    private struct NobodyOnline: PresenceView {
        func standing(of user: User.ID) -> Standing { .unknown }
    }

    private struct NoDevices: DeviceView {
        func standing(of token: Identifier<Token>) -> DeviceStanding { .offline(lastSeen: nil) }
    }

    static let catalog: Catalog = {
        var catalog = Catalog()
        let accounts: AccountsFeature
        do {
            accounts = try AccountsFeature(
                hasher: PasswordHasher(memoryKiB: 64, passes: 1),
                tokenTerms: TokenTerms(lifetime: .seconds(60)), devices: NoDevices(),
                profiles: Profiles(friends: Friendships.ids))
        } catch {
            fatalError("no memory for passwords")
        }
        accounts.install(in: &catalog)
        let friends = FriendsFeature(presence: NobodyOnline(), observers: [])
        friends.install(in: &catalog)
        RoomsFeature().install(in: &catalog)
        let entry = ActivityCatalogue.Entry(
            name: "coffee", title: "Coffee", lifetime: .seconds(60), isWildcard: false)
        let catalogue = ActivityCatalogue([entry])
        ActivitiesFeature(catalogue: catalogue).install(in: &catalog)
        CircleFeature(catalogue: catalogue).install(in: &catalog)
        SessionsFeature(limits: { (16_384, 8) }).install(in: &catalog)
        DevicesFeature(view: NoDevices(), push: nil).install(in: &catalog)
        PartnersFeature().install(in: &catalog)
        OwnDataFeature(accounts: accounts, friends: friends).install(in: &catalog)
        return catalog
    }()

    static let caller = Caller(
        user: User.ID(rawValue: 1), username: "ana", token: Identifier<Token>(rawValue: 1))
}

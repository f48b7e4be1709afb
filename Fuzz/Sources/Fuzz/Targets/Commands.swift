import Accounts
import Activities
import Friends
import Kernel
import Rooms
import Sessions
import Wire

/// The daemon's own catalogue, and a user who may use all of it.
enum Commands {
    private struct NobodyOnline: PresenceView {
        func standing(of user: User.ID) -> Standing { .unknown }
    }

    static let catalog: Catalog = {
        var catalog = Catalog()
        do {
            try AccountsFeature(
                hasher: PasswordHasher(memoryKiB: 64, passes: 1), tokenLifetime: .seconds(60)
            ).install(in: &catalog)
        } catch {
            fatalError("no memory for passwords")
        }
        FriendsFeature(presence: NobodyOnline(), observers: []).install(in: &catalog)
        RoomsFeature().install(in: &catalog)
        let entry = ActivityCatalogue.Entry(
            name: "coffee", title: "Coffee", lifetime: .seconds(60), isWildcard: false)
        ActivitiesFeature(catalogue: ActivityCatalogue([entry])).install(in: &catalog)
        SessionsFeature(limits: { (16_384, 8) }).install(in: &catalog)
        return catalog
    }()

    static let caller = Caller(
        user: User.ID(rawValue: 1), username: "ana", token: Identifier<Token>(rawValue: 1))
}

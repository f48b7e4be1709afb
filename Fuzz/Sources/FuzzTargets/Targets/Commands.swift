import Accounts
import Activities
import Features
import Kernel
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
        let entry = ActivityCatalogue.Entry(
            name: "coffee", title: "Coffee", lifetime: .seconds(60), isWildcard: false)
        do {
            return Catalog(
                FeatureTerms(
                    hasher: try PasswordHasher(memoryKiB: 64, passes: 1),
                    tokens: TokenTerms(lifetime: .seconds(60)),
                    activities: ActivityCatalogue([entry]), presence: NobodyOnline(),
                    devices: NoDevices(), limits: { (16_384, 8) }))
        } catch {
            fatalError("no memory for passwords")
        }
    }()

    static let caller = Caller(
        user: User.ID(rawValue: 1), username: "ana", token: Identifier<Token>(rawValue: 1))
}

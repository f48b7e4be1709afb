import Features
package import Kernel
import Accounts
import Activities

extension Catalog {
    /// Every feature, with passwords that cost nothing.
    ///
    /// - Throws: `.unavailable` when there is no memory to hash passwords with.
    package static func ofAllFeatures() throws(Refusal) -> Catalog {
        Catalog(
            FeatureTerms(
                hasher: try PasswordHasher(memoryKiB: 8, passes: 1),
                tokens: TokenTerms(lifetime: .seconds(86_400)), activities: ActivityCatalogue([]),
                presence: Nobody(), devices: Nobody(), limits: { (16_384, 16) }))
    }
}

/// Nobody is online, and no device is connected.
private struct Nobody: PresenceView, DeviceView {
    func standing(of user: User.ID) -> Standing { .offline(lastSeen: nil) }

    func standing(of token: Identifier<Token>) -> DeviceStanding { .offline(lastSeen: nil) }
}

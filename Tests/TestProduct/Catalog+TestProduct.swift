import Accounts
import Activities
import Features
package import Kernel
import TestLexicon
import Words

extension Catalog {
    /// Every feature, with passwords that cost nothing.
    ///
    /// - Throws: when there is no memory to hash passwords with, or no room for a dictionary.
    package static func ofAllFeatures() throws -> Catalog {
        var terms = FeatureTerms(
            hasher: try PasswordHasher(memoryKiB: 8, passes: 1),
            tokens: TokenTerms(lifetime: .seconds(86_400)), activities: ActivityCatalogue([]),
            presence: Nobody(), devices: Nobody(), limits: { (16_384, 16) })
        terms.words = WordTerms(lexicons: [try TinyDictionary.opened()])
        return Catalog(terms)
    }
}

/// Nobody is online, and no device is connected.
private struct Nobody: PresenceView, DeviceView {
    func standing(of user: User.ID) -> Standing { .offline(lastSeen: nil) }

    func standing(of token: Identifier<Token>) -> DeviceStanding { .offline(lastSeen: nil) }
}

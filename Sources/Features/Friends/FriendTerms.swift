public import Kernel

/// How people become friends on a server, and who is in its list of people.
public struct FriendTerms: Equatable, Sendable {
    /// What becomes of somebody who is asked.
    public enum Policy: String, CaseIterable, Sendable {
        /// The other has to accept.
        case request
        /// Both are friends at once.
        case instant
    }

    /// Who is in the list of people.
    public enum Listing: String, CaseIterable, Sendable {
        /// Nobody: there is no list.
        case off
        /// Those who have chosen to be.
        case listed
        /// Everybody.
        case all
    }

    /// What becomes of somebody who is asked.
    public var policy: Policy
    /// Who is in the list of people.
    public var listing: Listing

    /// - Parameters: as the properties.
    public init(policy: Policy = .request, listing: Listing = .listed) {
        (self.policy, self.listing) = (policy, listing)
    }

    static let policySetting = Setting(
        "friends.policy",
        .choice(Policy.request.rawValue, of: Policy.allCases.map(\.rawValue)),
        "Whether a user who is asked to be a friend has to accept (request), or both are friends at"
            + " once (instant).")
    static let listingSetting = Setting(
        "people.list",
        .choice(Listing.listed.rawValue, of: Listing.allCases.map(\.rawValue)),
        "Users in the list of people: none (off), those who have chosen to be (listed), or all.")

    /// - Parameter settings: what an operator has set.
    public init(_ settings: SettingValues) {
        self.init(
            policy: Policy(rawValue: settings.text(Self.policySetting)) ?? .request,
            listing: Listing(rawValue: settings.text(Self.listingSetting)) ?? .listed)
    }
}

import Kernel
import Wire

extension PartnersFeature {
    /// What both partners are told.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.partnerMatched, people: \.partnership.peopleNamed)
        catalog.event(\.partnerEnded) { [$0.username] }
        catalog.event(\.meetupOffered, people: \.partnership.peopleNamed)
        catalog.event(\.meetupAccepted, people: \.partnership.peopleNamed)
        catalog.event(\.meetupCleared, people: \.partnership.peopleNamed)
        catalog.event(\.meetupExpired, people: \.partnership.peopleNamed)
    }
}

extension Partnership {
    fileprivate var peopleNamed: [String] { [first.username, second.username] }
}

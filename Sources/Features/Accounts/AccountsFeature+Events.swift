import Kernel
import Wire

extension AccountsFeature {
    /// What devices are told of an account, and friends of a profile.
    func installEvents(in catalog: inout Catalog) {
        catalog.event(\.profileChanged) { [$0.user.username] }
        catalog.event(\.accountChanged) { _ in [] }
        catalog.event(\.privacyChanged) { _ in [] }
    }
}

package import Kernel

/// What the sessions of one loop have in common.
package struct Reception: Sendable {
    let catalog: Catalog
    let log: any EventRecorder
    /// May change while the daemon serves.
    package var limits: Configuration.Limits

    package init(_ catalog: Catalog, _ limits: Configuration.Limits, log: any EventRecorder) {
        self.catalog = catalog
        self.log = log
        self.limits = limits
    }
}

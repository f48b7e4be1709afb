import Kernel
package import Storage

extension StoreOptions {
    /// For a store that nobody uses.
    package static var forNobody: Self {
        Self(clock: { Moment(unixMilliseconds: 0) }, entropy: { _ in [] }, sink: { _ in })
    }
}

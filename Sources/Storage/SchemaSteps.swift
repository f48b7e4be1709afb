package import Kernel

/// The steps of the schema that this program knows, and those that some data have.
package struct SchemaSteps: Sendable {
    private let all: [Migration]

    /// - Parameter all: those of the features and of the store, in order.
    package init(_ all: [Migration]) { self.all = all }

    /// What some data still lack.
    ///
    /// - Parameter done: the names of those that they have.
    /// - Throws: `broken` for data of a newer upford: what its steps have changed, this one would
    ///   guess at.
    package func missing(from done: Set<String>) throws(StoreError) -> [Migration] {
        if let strange = done.subtracting(all.map(\.name)).min() {
            throw .broken(
                "it is from a newer upford: this one does not know the step \(strange) of its"
                    + " schema")
        }
        return all.filter { !done.contains($0.name) }
    }
}

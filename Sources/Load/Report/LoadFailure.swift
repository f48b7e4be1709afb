/// Why a measurement did not come about: one line for the person who asked for it, and another if
/// there is something to do about it.
struct LoadFailure: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

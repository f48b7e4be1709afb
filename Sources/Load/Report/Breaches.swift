/// Promises that the server broke, and the first of them in words.
struct Breaches: Sendable {
    /// Of so many things that came twice.
    private(set) var duplicateCount = 0
    /// All others, but for those that are counted elsewhere.
    private(set) var otherCount = 0
    private(set) var first: String?

    /// Something came twice.
    mutating func doubled(_ what: @autoclosure () -> String) {
        duplicateCount += 1
        note(what())
    }

    /// Takes note of another promise that was broken.
    mutating func broke(_ what: @autoclosure () -> String) {
        otherCount += 1
        note(what())
    }

    /// Takes note of one that is counted elsewhere.
    mutating func note(_ what: @autoclosure () -> String) {
        if first == nil { first = what() }
    }
}

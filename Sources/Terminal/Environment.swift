import Glibc

/// The environment of the process.
enum Environment {
    /// All variables, by name.
    static var all: [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        // SAFETY: `environ` is a list of C strings that ends with nil; nothing here changes it.
        while let entry = next.pointee {
            let pair = String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            next += 1
        }
        return variables
    }
}

import Glibc
package import Kernel

/// Why a command could not do something with the data, or a copy of them: one line for the
/// administrator.
public struct DataFailure: Error, CustomStringConvertible, Sendable {
    /// The kinds of it, with the numbers that sysexits.h has for them.
    public enum Kind: Int32, Sendable {
        /// The data are where the command does not reach.
        case elsewhere = 64
        /// The copy, or what was to be copied, is not what it should be.
        case damaged = 65
        /// There is nothing to read, or it may not be read.
        case missing = 66
        /// There is nobody of that name.
        case nobody = 67
        /// The file, or the folder, cannot be made, or is there already.
        case notMade = 73
        /// Something could not be written to its end.
        case notWritten = 74
        /// Somebody has the data, or somebody asked for the end: it may be tried again.
        case notNow = 75
    }

    /// What kind of failure it is.
    public let kind: Kind
    /// The line.
    public let description: String

    /// - Parameter description: one line.
    public init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// A failure of the system call that came last.
    package static func ofSystem(_ kind: Kind, _ what: String) -> DataFailure {
        DataFailure(kind, "\(what): \(String(cString: strerror(errno)))")
    }

    /// A failure of the database.
    ///
    /// - Parameter what: what was under way.
    package init(_ what: String, _ error: StoreError) {
        let kind: Kind =
            switch error {
            case .broken, .unexpectedColumn: .damaged
            case .unreachable, .contended: .notNow
            case .full, .failed, .conflict: .notWritten
            }
        self.init(kind, "\(what): \(error.words)")
    }
}

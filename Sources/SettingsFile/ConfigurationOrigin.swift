import Settings

/// Where a value was set, in the words that an operator can act on.
public enum ConfigurationOrigin: Equatable, Sendable, CustomStringConvertible {
    /// Nowhere: a default, or set by code.
    case code
    /// A line of a file; the first is 1, and 0 stands for the file as a whole.
    case file(String, line: Int)
    /// A variable of the environment, by name.
    case environment(String)
    /// The command line.
    case flag

    /// As compilers print it, so that editors jump there.
    public var description: String {
        switch self {
        case .code: "configuration"
        case .file(let path, 0): path
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let name): "environment: \(name)"
        case .flag: "command line"
        }
    }
}

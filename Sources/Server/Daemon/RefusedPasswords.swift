import Accounts
import Glibc
import Observability

/// The list of refused passwords.
struct RefusedPasswords {
    /// The path of the list that is installed with the program; nil when it is not known.
    let installed: String?

    /// - Parameter program: its absolute path.
    init(program: String?) {
        installed = ProgramPath.installed("refused-passwords", with: program)
    }

    /// Most bytes that are read: they are more than 100,000 passwords.
    private static let bytesMax = 1 << 20

    /// Reads the file that the settings name, or else the one that was installed, if there is one.
    ///
    /// - Parameter named: empty: the settings name none.
    /// - Throws: when it cannot be read, or is no list.
    func load(_ named: String) throws(StartFailure) -> CommonPasswords {
        guard let path = named.isEmpty ? installed : named else { return CommonPasswords() }
        guard let bytes = SmallFile.bytes(of: path, atMost: Self.bytesMax + 1) else {
            if named.isEmpty, errno == ENOENT { return CommonPasswords() }
            throw Self.failure("cannot read \(path): \(String(cString: strerror(errno)))")
        }
        guard bytes.count <= Self.bytesMax else {
            throw Self.failure("\(path) has more than \(Self.bytesMax) bytes")
        }
        do {
            return try CommonPasswords(list: bytes)
        } catch {
            throw Self.failure("\(path) is no list of passwords: \(error.text)")
        }
    }

    private static func failure(_ text: String) -> StartFailure {
        StartFailure("passwords.refused: \(text)")
    }
}

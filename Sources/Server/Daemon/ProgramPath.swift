import Glibc

/// Where a program was found when it was called.
struct ProgramPath {
    /// Its first word: a path, or a name that was searched for.
    let called: String
    /// The working folder.
    let folder: String
    /// The folders where names are searched for, as in `PATH`.
    let searched: String

    /// The absolute path by which it was called. The caller may write anything there, so the path
    /// counts only when it leads to the file that runs.
    ///
    /// - Parameter running: a link to that file.
    /// - Returns: the link's target when the caller's path leads elsewhere; nil when the link has
    ///   none.
    func path(of running: String) -> String? {
        let identity = Self.identity(running)
        return candidates.first { identity != nil && Self.identity($0) == identity }
            ?? Self.target(running)
    }

    /// Where what is installed with a program is: `PREFIX/bin/upford` has
    /// `PREFIX/share/upford/NAME`.
    ///
    /// - Parameter program: its absolute path; nil when it is not known.
    static func installed(_ name: String, with program: String?) -> String? {
        program.map { program in
            let prefix = program.split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
            return "\(prefix)/share/upford/\(name)"
        }
    }

    private var candidates: [String] {
        guard !called.isEmpty else { return [] }
        guard !called.contains("/") else { return [absolute(called)] }
        return searched.split(separator: ":", omittingEmptySubsequences: false).map { place in
            absolute(place.isEmpty ? called : "\(place)/\(called)")
        }
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    private static func identity(_ path: String) -> [UInt64]? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    private static func target(_ link: String) -> String? {
        var path = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = path.withUnsafeMutableBytes {
            $0.baseAddress.map { readlink(link, $0, Int(PATH_MAX)) } ?? -1
        }
        guard count > 0, count < path.count else { return nil }
        return String(validating: path[..<count], as: UTF8.self)
    }
}

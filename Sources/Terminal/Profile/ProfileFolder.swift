import FoundationEssentials
import Glibc

/// The folder of the profiles: `$XDG_CONFIG_HOME/upfor/profiles`, one file each.
///
/// A profile holds the token of an account, so the folder is 0700 and each file 0600. A file is
/// replaced as a whole: a concurrent reader, or a crash during the write, finds the old or the new
/// one.
///
/// - Source: XDG Base Directory Specification 0.8.
struct ProfileFolder: Equatable, Sendable {
    /// A profile has some hundred bytes.
    private static let fileBytesMax = 1 << 20

    let path: String

    init(path: String) { self.path = path }

    /// - Parameter environment: XDG_CONFIG_HOME when absolute, else HOME.
    init(environment: [String: String]) throws(Failure) {
        if let config = environment["XDG_CONFIG_HOME"], config.hasPrefix("/") {
            self.init(path: "\(config)/upfor/profiles")
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            self.init(path: "\(home)/.config/upfor/profiles")
        } else {
            throw .local("neither XDG_CONFIG_HOME nor HOME says where profiles are kept")
        }
    }

    /// The names of all profiles, in order.
    func names() -> [ProfileName] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [ProfileName] = []
        while let entry = readdir(folder) {
            let file = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard file.hasSuffix(".json") else { continue }
            if let name = ProfileName(String(file.dropLast(5))) { names.append(name) }
        }
        return names.sorted { $0.description < $1.description }
    }

    /// The profile called `name`; nil when there is none.
    ///
    /// - Throws: `.local` when it cannot be read or is no profile.
    func load(_ name: ProfileName) throws(Failure) -> Profile? {
        let file = file(name)
        guard let bytes = try LocalFile.contents(of: file, bytesMax: Self.fileBytesMax)
        else { return nil }
        do {
            return try JSONDecoder().decode(Profile.self, from: Data(bytes))
        } catch {
            throw .local("\(file) is not a profile; remove it and log in again")
        }
    }

    /// Replaces the stored profile.
    func save(_ profile: Profile, as name: ProfileName) throws(Failure) {
        try LocalFile.makeFolder(path)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(profile) else {
            throw .local("the profile \(name) cannot be written")
        }
        try NewFile.write(Array(data) + [0x0A], to: file(name), replaces: true)
    }

    /// Changes the profile on the disk; does nothing when it is gone. Concurrent programs take
    /// turns.
    func update(_ name: ProfileName, _ change: (inout Profile) -> Void) throws(Failure) {
        let turn = ProfileTurn(in: self, waits: true)
        defer { _ = turn }
        guard var profile = try load(name) else { return }
        let before = profile
        change(&profile)
        if profile != before { try save(profile, as: name) }
    }

    /// Deletes the profile; does nothing when it is gone.
    func remove(_ name: ProfileName) throws(Failure) {
        guard unlink(file(name)) == 0 || errno == ENOENT else {
            throw LocalFile.problem("remove", file(name))
        }
    }

    /// The path of a profile.
    func file(_ name: ProfileName) -> String { "\(path)/\(name).json" }
}

/// A lock: no other program changes a profile while this value exists.
struct ProfileTurn: ~Copyable {
    private let descriptor: Int32

    /// - Parameter waits: whether to wait while another program holds the lock.
    /// - Returns: nil when another program holds it, or the folder is missing or cannot be locked.
    init?(in folder: ProfileFolder, waits: Bool) {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            guard errno == EINTR else {
                close(descriptor)
                return nil
            }
        }
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

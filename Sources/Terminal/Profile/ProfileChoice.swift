/// Which profile is meant: the one named, else `default`, else the only one there is.
struct ProfileChoice: Equatable, Sendable {
    let folder: ProfileFolder
    let name: ProfileName

    /// - Parameters:
    ///   - asked: what `--as` says; nil for UPFOR_PROFILE, and then for the rules above.
    ///   - environment: that of the process.
    /// - Throws: `.usage` for an impossible name, `.notSignedIn` when there are several to choose
    ///   from.
    init(asked: String?, environment: [String: String]) throws(Failure) {
        let folder = try ProfileFolder(environment: environment)
        let named = asked ?? environment["UPFOR_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        try self.init(named: named, in: folder)
    }

    init(named: String?, in folder: ProfileFolder) throws(Failure) {
        self.folder = folder
        if let named {
            guard let name = ProfileName(named) else {
                throw .usage("a profile is named by letters, digits, `_`, `-` and `.`: \(named)")
            }
            self.name = name
            return
        }
        let names = folder.names()
        if names.contains(.standard) || names.isEmpty {
            name = .standard
        } else if let only = names.first, names.count == 1 {
            name = only
        } else {
            let choices = names.map(\.description).joined(separator: ", ")
            throw .notSignedIn("who are you? choose with --as: \(choices)")
        }
    }

    /// The chosen profile, when there is one.
    func load() throws(Failure) -> Profile? { try folder.load(name) }

    /// Keeps `profile` under the chosen name.
    func save(_ profile: Profile) throws(Failure) { try folder.save(profile, as: name) }
}

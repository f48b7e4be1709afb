internal import Glibc
import Settings
internal import Yams

/// Puts the settings together, one source after the other, and remembers where each was set.
struct ConfigurationReader {
    var configuration = Configuration()
    /// Values that could not be read at all; the rules between values are checked at the end.
    private var unreadable: [ConfigurationProblem] = []
    private var origins: [String: ConfigurationOrigin] = [:]

    /// Sets `key`, or notes that `value` has the wrong type for it.
    mutating func set(
        _ key: ConfigurationKey, _ value: ConfigurationValue, from origin: ConfigurationOrigin
    ) {
        if key.set(value, in: &configuration) {
            origins[key.name] = origin
        } else {
            refuse(key.name, "expected \(key.expectation), got \(value.shown)", from: origin)
        }
    }

    mutating func remember(_ key: String, from origin: ConfigurationOrigin) {
        origins[key] = origin
    }

    mutating func refuse(_ key: String, _ text: String, from origin: ConfigurationOrigin) {
        unreadable.append(ConfigurationProblem(origin: origin, key: key, text: text))
    }

    /// Sets what the variables of ours say. One that we do not know is a spelling mistake.
    mutating func read(environment: [String: String]) {
        let ours = environment.filter { $0.key.hasPrefix(ConfigurationKeys.environmentPrefix) }
        for (name, text) in ours.sorted(by: { $0.key < $1.key }) {
            let origin = ConfigurationOrigin.environment(name)
            if let key = ConfigurationKeys.all.first(where: { $0.environmentName == name }) {
                set(key, ConfigurationValue(untyped: text), from: origin)
            } else {
                refuse("", "unknown variable", from: origin)
            }
        }
    }

    /// Sets what the command line says, by the names of keys.
    mutating func read(flags: [String: String]) {
        for (name, text) in flags.sorted(by: { $0.key < $1.key }) {
            if let key = ConfigurationKeys.all.first(where: { $0.name == name }) {
                set(key, ConfigurationValue(untyped: text), from: .flag)
            } else {
                refuse(name, "unknown key", from: .flag)
            }
        }
    }

    /// Where a key was set; nil: nowhere.
    func origin(of key: String) -> ConfigurationOrigin? { origins[key] }

    /// The settings, when every rule holds.
    func finish() throws(ConfigurationErrors) -> Configuration {
        let broken = configuration.problems { origins[$0] ?? .code }
        let problems = unreadable + broken
        guard problems.isEmpty else { throw ConfigurationErrors(problems: problems) }
        return configuration
    }
}

extension ConfigurationReader {
    private static let fields = ["name", "title", "icon", "expiryMinutes", "wildcard"]

    /// The entries of a list; nil: it is no list, and refused.
    private mutating func list(_ node: Node, of key: String, path: String) -> Node.Sequence? {
        let origin = ConfigurationOrigin.file(path, line: node.line)
        guard let sequence = node.sequence else {
            refuse(key, "expected a list, got \(ConfigurationValue(node).shown)", from: origin)
            return nil
        }
        remember(key, from: origin)
        return sequence
    }

    /// Replaces the catalogue of activities. Only a file can: it is a list.
    mutating func readActivities(_ node: Node, path: String) {
        guard let list = list(node, of: "activities", path: path) else { return }
        configuration.activities = list.enumerated().map { index, entry in
            readActivity(entry, "activities[\(index)]", path: path)
        }
    }

    /// - Returns: the entry; what cannot be read of it is noted, and stands in with a value
    ///   that breaks no rule, so that it is reported once.
    private mutating func readActivity(
        _ node: Node, _ place: String, path: String
    ) -> Configuration.Activity {
        var activity = Configuration.Activity(name: standIn(for: place), title: "?")
        let origin = ConfigurationOrigin.file(path, line: node.line)
        guard let mapping = node.mapping else {
            refuse(place, "expected name and title", from: origin)
            return activity
        }
        for (name, value) in mapping {
            let origin = ConfigurationOrigin.file(path, line: name.line)
            readField(name.string ?? "?", ConfigurationValue(value), of: &activity, place, origin)
        }
        for required in Self.fields.prefix(2) where mapping[required] == nil {
            refuse("\(place).\(required)", "missing", from: origin)
        }
        return activity
    }

    private func standIn(for place: String) -> String {
        "unread_" + place.filter(\.isNumber)
    }

    private mutating func readField(
        _ name: String, _ value: ConfigurationValue, of activity: inout Configuration.Activity,
        _ place: String, _ origin: ConfigurationOrigin
    ) {
        let key = "\(place).\(name)"
        remember(key, from: origin)
        switch name {
        case "name":
            let isSet = value.text.map { activity.name = $0 } != nil
            require(isSet, key, "text", value, origin)
        case "title":
            let isSet = value.text.map { activity.title = $0 } != nil
            require(isSet, key, "text", value, origin)
        case "icon":
            let isSet = value.text.map { activity.icon = $0 } != nil
            require(isSet, key, "text", value, origin)
        case "expiryMinutes":
            let isSet = value.integer.map { activity.expiryMinutes = $0 } != nil
            require(isSet, key, "a whole number of minutes", value, origin)
        case "wildcard":
            let isSet = value.boolean.map { activity.wildcard = $0 } != nil
            require(isSet, key, "true or false", value, origin)
        default:
            let names = Self.fields.joined(separator: ", ")
            refuse(key, "unknown key; there are \(names)", from: origin)
        }
    }

    private mutating func require(
        _ isSet: Bool, _ key: String, _ expected: String, _ value: ConfigurationValue,
        _ origin: ConfigurationOrigin
    ) {
        if !isSet { refuse(key, "expected \(expected), got \(value.shown)", from: origin) }
    }
}

extension ConfigurationReader {
    /// Sets what the file says; a file that cannot be read or parsed is one problem.
    mutating func read(file path: String) {
        let whole = ConfigurationOrigin.file(path, line: 0)
        switch Self.text(of: path) {
        case .failure(let problem): refuse("", problem.text, from: whole)
        case .success(let text): read(yaml: text, path: path)
        }
    }

    /// Sets what `text` says, as if it stood in the file at `path`.
    mutating func read(yaml text: String, path: String) {
        do {
            guard let root = try compose(yaml: text) else { return }
            read(root, path: path)
        } catch let error as YamlError {
            let (line, problem) = Self.place(of: error)
            refuse("", problem, from: .file(path, line: line))
        } catch {
            refuse("", "not YAML", from: .file(path, line: 0))
        }
    }

    private static func place(of error: YamlError) -> (line: Int, problem: String) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            (mark.line, problem)
        case .duplicatedKeysInMapping(let duplicates, let context):
            (context.mark.line, "given twice: \(duplicates.joined(separator: ", "))")
        default:
            (0, "not YAML")
        }
    }

    private struct Unreadable: Error {
        let text: String
    }

    private static func text(of path: String) -> Result<String, Unreadable> {
        guard let file = fopen(path, "re") else {
            return .failure(Unreadable(text: String(cString: strerror(errno))))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        let most = 1_048_576
        var piece = [UInt8](repeating: 0, count: 65_536)
        while bytes.count <= most {
            let count = fread(&piece, 1, piece.count, file)
            guard count > 0 else { break }
            bytes.append(contentsOf: piece.prefix(count))
        }
        guard ferror(file) == 0 else {
            return .failure(Unreadable(text: String(cString: strerror(errno))))
        }
        guard bytes.count <= most else { return .failure(Unreadable(text: "over 1 MiB")) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return .failure(Unreadable(text: "not UTF-8"))
        }
        return .success(text)
    }
}

extension ConfigurationReader {
    private static var identityFields: [(String, WritableKeyPath<Configuration.Identity, String>)] {
        [
            ("name", \.name), ("issuer", \.issuer), ("clientID", \.clientID), ("keys", \.keys),
            ("authorities", \.authorities),
        ]
    }

    /// Replaces the list of issuers. Only a file can: it is a list.
    mutating func readIdentities(_ node: Node, path: String) {
        guard let list = list(node, of: "identities", path: path) else { return }
        configuration.identities = list.enumerated().map { index, entry in
            readIdentity(entry, number: index, path: path)
        }
    }

    /// - Returns: the entry; what cannot be read of it is noted, and stands in with a value
    ///   that breaks no rule, so that it is reported once.
    private mutating func readIdentity(
        _ node: Node, number: Int, path: String
    ) -> Configuration.Identity {
        let place = "identities[\(number)]"
        var identity = Configuration.Identity(
            name: "unread_\(number)", issuer: "?", clientID: "?", keys: "?")
        let origin = ConfigurationOrigin.file(path, line: node.line)
        guard let mapping = node.mapping else {
            refuse(place, "expected name, issuer, clientID and keys", from: origin)
            return identity
        }
        for (name, value) in mapping {
            let origin = ConfigurationOrigin.file(path, line: name.line)
            let key = "\(place).\(name.string ?? "?")"
            remember(key, from: origin)
            guard let field = Self.identityFields.first(where: { $0.0 == name.string }) else {
                let names = Self.identityFields.map(\.0).joined(separator: ", ")
                refuse(key, "unknown key; there are \(names)", from: origin)
                continue
            }
            let shown = ConfigurationValue(value)
            if let text = shown.text {
                identity[keyPath: field.1] = text
            } else {
                refuse(key, "expected text, got \(shown.shown)", from: origin)
            }
        }
        let optional = "authorities"
        for (required, _) in Self.identityFields
        where required != optional && mapping[required] == nil {
            refuse("\(place).\(required)", "missing", from: origin)
        }
        return identity
    }
}

extension ConfigurationReader {
    /// Sets what a parsed file says. Two levels deep, as the keys are.
    mutating func read(_ root: Node, path: String) {
        guard let mapping = root.mapping else {
            let origin = ConfigurationOrigin.file(path, line: root.line)
            if !root.isNull { refuse("", "expected keys and values", from: origin) }
            return
        }
        for (name, node) in mapping {
            let key = name.string ?? "?"
            let origin = ConfigurationOrigin.file(path, line: name.line)
            if key == "activities" {
                readActivities(node, path: path)
            } else if key == "identities" {
                readIdentities(node, path: path)
            } else if ConfigurationKeys.all.contains(where: { $0.section == key }) {
                readSection(key, node, path: path)
            } else {
                readKey(key, node, in: nil, from: origin)
            }
        }
    }

    private mutating func readSection(_ section: String, _ node: Node, path: String) {
        guard let mapping = node.mapping else {
            // Every key of a section may be commented out.
            guard !node.isNull else { return }
            let shown = ConfigurationValue(node).shown
            refuse(
                section, "expected keys and values, got \(shown)",
                from: .file(path, line: node.line))
            return
        }
        for (name, node) in mapping {
            let origin = ConfigurationOrigin.file(path, line: name.line)
            readKey("\(section).\(name.string ?? "?")", node, in: section, from: origin)
        }
    }

    private mutating func readKey(
        _ name: String, _ node: Node, in section: String?, from origin: ConfigurationOrigin
    ) {
        if let key = ConfigurationKeys.all.first(where: { $0.name == name }) {
            set(key, ConfigurationValue(node), from: origin)
            return
        }
        let names =
            section == nil
            ? ConfigurationKeys.sections
            : ConfigurationKeys.all.filter { $0.section == section }.map(\.lastName)
        refuse(name, "unknown key; there are \(names.joined(separator: ", "))", from: origin)
    }
}

extension ConfigurationKeys {
    /// What may stand at the top of a file, in the order of the example.
    static let sections: [String] =
        all.map { $0.section ?? $0.name }.reduce(into: []) { names, name in
            if names.last != name { names.append(name) }
        } + ["activities", "identities"]
}

extension ConfigurationValue {
    /// A value of a file, with the type that YAML gives it.
    init(_ node: Node) {
        guard let scalar = node.scalar else {
            self.init(other: node.sequence == nil ? "keys and values" : "a list")
            return
        }
        self.init(scalar.string, tag: node.tag)
    }
}

extension Node {
    /// From 1; 0 when unknown.
    var line: Int {
        mark?.line ?? 0
    }

    /// Whether nothing is given.
    var isNull: Bool {
        scalar != nil && tag == Tag(.null)
    }
}

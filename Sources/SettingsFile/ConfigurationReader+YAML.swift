import Settings
internal import Yams

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

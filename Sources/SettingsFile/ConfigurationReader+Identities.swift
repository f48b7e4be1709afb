import Settings
internal import Yams

extension ConfigurationReader {
    private static var identityFields: [(String, WritableKeyPath<Configuration.Identity, String>)] {
        [
            ("name", \.name), ("issuer", \.issuer), ("clientID", \.clientID), ("keys", \.keys),
            ("authorities", \.authorities),
        ]
    }

    /// Replaces the list of issuers. Only a file can: it is a list.
    mutating func readIdentities(_ node: Node, path: String) {
        let origin = ConfigurationOrigin.file(path, line: node.line)
        guard let sequence = node.sequence else {
            let shown = ConfigurationValue(node).shown
            refuse("identities", "expected a list, got \(shown)", from: origin)
            return
        }
        remember("identities", from: origin)
        configuration.identities = sequence.enumerated().map { index, entry in
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

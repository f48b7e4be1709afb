import Settings
internal import Yams

extension ConfigurationReader {
    private static let fields = ["name", "title", "icon", "expiryMinutes", "wildcard"]

    /// Replaces the catalogue of activities. Only a file can: it is a list.
    mutating func readActivities(_ node: Node, path: String) {
        let origin = ConfigurationOrigin.file(path, line: node.line)
        guard let sequence = node.sequence else {
            let shown = ConfigurationValue(node).shown
            refuse("activities", "expected a list, got \(shown)", from: origin)
            return
        }
        remember("activities", from: origin)
        configuration.activities = sequence.enumerated().map { index, entry in
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

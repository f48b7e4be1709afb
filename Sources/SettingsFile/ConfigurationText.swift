import Settings
internal import Yams

/// Settings as a YAML file that gives them, with where each was set.
struct ConfigurationText {
    private(set) var text = ""
    private let settings: Configuration
    private let isWhole: Bool
    private let origin: (String) -> ConfigurationOrigin?
    private var section: String?

    /// - Parameter origin: where a key was set; nil: nowhere.
    init(
        _ settings: Configuration, isWhole: Bool, origin: @escaping (String) -> ConfigurationOrigin?
    ) {
        (self.settings, self.isWhole, self.origin) = (settings, isWhole, origin)
        for key in ConfigurationKeys.all where isWhole || origin(key.name) != nil { add(key) }
        addList(
            "activities",
            settings.activities.map { activity in
                [
                    ("name", quoted(activity.name)), ("title", quoted(activity.title)),
                    ("icon", quoted(activity.icon)),
                    ("expiryMinutes", "\(activity.expiryMinutes)"),
                    ("wildcard", "\(activity.wildcard)"),
                ]
            })
        addList(
            "identities",
            settings.identities.map { identity in
                [
                    ("name", quoted(identity.name)), ("issuer", quoted(identity.issuer)),
                    ("clientID", quoted(identity.clientID)), ("keys", quoted(identity.keys)),
                    ("authorities", quoted(identity.authorities)),
                ]
            })
    }

    private mutating func add(_ key: ConfigurationKey) {
        if key.section != section, let name = key.section { text += "\(name):\n" }
        section = key.section
        let indent = key.section == nil ? "" : "  "
        var value = key.text(in: settings)
        if case .text(let path, _) = key.setting { value = quoted(settings[keyPath: path]) }
        text += "\(indent)\(key.lastName): \(value)  # \(place(key.name))\n"
    }

    private mutating func addList(_ name: String, _ entries: [[(name: String, value: String)]]) {
        guard isWhole || origin(name) != nil else { return }
        text += "\(name):\(entries.isEmpty ? " []" : "")  # \(place(name))\n"
        for entry in entries {
            for (index, field) in entry.enumerated() {
                text += "  \(index == 0 ? "-" : " ") \(field.name): \(field.value)\n"
            }
        }
    }

    private func place(_ key: String) -> String { origin(key).map { "\($0)" } ?? "default" }

    /// Text without control characters, in single quotes.
    private func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''")
            + "'"
    }
}

/// A value as it was found: what it may be read as, and how to show it to the operator.
struct ConfigurationValue {
    private enum Form {
        case integer, text, boolean
        /// From a flag or the environment, which know no types.
        case untyped
        case other
    }

    private let form: Form
    private let string: String
    /// For `got …`.
    let shown: String

    init(untyped string: String) {
        (form, self.string, shown) = (.untyped, string, string.cut.debugDescription)
    }

    /// A scalar of a file, with the type that YAML gives it.
    init(_ string: String, tag: Tag) {
        (self.string, shown) = (string, string.cut.debugDescription)
        form =
            switch tag {
            case Tag(.int): .integer
            case Tag(.str): .text
            case Tag(.bool): .boolean
            default: .other
            }
    }

    /// A list, or keys and values, where one value should be.
    init(other shown: String) {
        (form, string, self.shown) = (.other, "", shown)
    }

    /// The digits of a whole number without sign, underscore or leading zero, whose meaning
    /// would depend on who reads it; `nil` for anything else.
    var integer: Int? {
        guard form == .integer || form == .untyped else { return nil }
        guard string == "0" || string.first != "0" else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return string.utf8.allSatisfy(digits.contains) ? Int(string) : nil
    }

    var text: String? {
        form == .text || form == .untyped ? string : nil
    }

    var boolean: Bool? {
        form == .boolean || form == .untyped ? Bool(string) : nil
    }
}

extension String {
    fileprivate var cut: String {
        count <= 60 ? self : prefix(60) + "…"
    }
}

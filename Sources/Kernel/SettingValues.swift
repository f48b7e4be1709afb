/// What the settings are that features have declared.
public struct SettingValues: Equatable, Sendable {
    private enum Value: Equatable, Sendable {
        case integer(Int)
        case boolean(Bool)
        case text(String)
    }

    private var values: [String: Value] = [:]

    /// The defaults.
    public init(of settings: [Setting]) {
        for setting in settings {
            precondition(values[setting.name] == nil, "the setting \(setting.name) twice")
            values[setting.name] =
                switch setting.form {
                case .integer(let value, _, _): .integer(value)
                case .boolean(let value): .boolean(value)
                case .words(let words, _, _): .text(words.joined(separator: ", "))
                case .choice(let word, _): .text(word)
                }
        }
    }

    /// A whole number, by the setting's name. That no feature has declared it is a bug.
    public subscript(integer name: String) -> Int {
        get {
            guard case .integer(let value)? = values[name] else { Self.trap(name) }
            return value
        }
        set { replace(name, by: .integer(newValue)) }
    }

    /// Whether something is on, by the setting's name. That no feature has declared it is a bug.
    public subscript(boolean name: String) -> Bool {
        get {
            guard case .boolean(let value)? = values[name] else { Self.trap(name) }
            return value
        }
        set { replace(name, by: .boolean(newValue)) }
    }

    /// Words as they are written, by the setting's name. That no feature has declared it is a bug.
    public subscript(text name: String) -> String {
        get {
            guard case .text(let value)? = values[name] else { Self.trap(name) }
            return value
        }
        set { replace(name, by: .text(newValue)) }
    }

    /// A whole number.
    public func integer(_ setting: Setting) -> Int { self[integer: setting.name] }

    /// A whole number; nil for a setting that is not among these.
    public func integerIfDeclared(_ setting: Setting) -> Int? {
        if case .integer(let value)? = values[setting.name] { value } else { nil }
    }

    /// Minutes.
    public func minutes(_ setting: Setting) -> Duration { .seconds(integer(setting) * 60) }

    /// The word that is chosen.
    public func choice(_ setting: Setting) -> String { self[text: setting.name] }

    /// Words that are separated by commas.
    public func words(_ setting: Setting) -> [String] { Self.words(in: self[text: setting.name]) }

    /// The words of a text: what stands between commas, without spaces around it.
    public static func words(in text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    private mutating func replace(_ name: String, by value: Value) {
        guard values[name] != nil else { Self.trap(name) }
        values[name] = value
    }

    private static func trap(_ name: String) -> Never {
        preconditionFailure("no feature declares the setting \(name), or as something else")
    }
}

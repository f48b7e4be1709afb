/// What an operator has set of the features' settings. All others have their defaults.
public struct SettingValues: Equatable, Sendable {
    private enum Value: Equatable, Sendable {
        case integer(Int)
        case boolean(Bool)
        case text(String)
    }

    /// Only what differs from its default.
    private var values: [String: Value] = [:]

    /// The defaults.
    public init() {}

    /// The names of what differs from its default.
    public var names: Set<String> { Set(values.keys) }

    /// A whole number, by the name of its setting; nil: the default.
    public subscript(integer name: String) -> Int? {
        get { if case .integer(let value)? = values[name] { value } else { nil } }
        set { values[name] = newValue.map(Value.integer) }
    }

    /// Whether something is on, by the name of its setting; nil: the default.
    public subscript(boolean name: String) -> Bool? {
        get { if case .boolean(let value)? = values[name] { value } else { nil } }
        set { values[name] = newValue.map(Value.boolean) }
    }

    /// A text, by the name of its setting; nil: the default.
    public subscript(text name: String) -> String? {
        get { if case .text(let value)? = values[name] { value } else { nil } }
        set { values[name] = newValue.map(Value.text) }
    }

    /// A whole number, by the name and the default of its setting.
    public subscript(integer name: String, default standard: Int) -> Int {
        get { self[integer: name] ?? standard }
        set { self[integer: name] = newValue == standard ? nil : newValue }
    }

    /// Whether something is on, by the name and the default of its setting.
    public subscript(boolean name: String, default standard: Bool) -> Bool {
        get { self[boolean: name] ?? standard }
        set { self[boolean: name] = newValue == standard ? nil : newValue }
    }

    /// A text, by the name and the default of its setting.
    public subscript(text name: String, default standard: String) -> String {
        get { self[text: name] ?? standard }
        set { self[text: name] = newValue == standard ? nil : newValue }
    }

    /// A whole number. A setting that is declared as something else is a bug.
    public func integer(_ setting: Setting) -> Int {
        guard case .integer(let standard, _, _) = setting.form else { Self.trap(setting) }
        return self[integer: setting.name, default: standard]
    }

    /// Whether something is on. A setting that is declared as something else is a bug.
    public func boolean(_ setting: Setting) -> Bool {
        guard case .boolean(let standard) = setting.form else { Self.trap(setting) }
        return self[boolean: setting.name, default: standard]
    }

    /// Words as they were written. A setting that is declared as something else is a bug.
    public func text(_ setting: Setting) -> String {
        guard let standard = setting.form.text else { Self.trap(setting) }
        return self[text: setting.name, default: standard]
    }

    /// Minutes.
    public func minutes(_ setting: Setting) -> Duration { .seconds(integer(setting) * 60) }

    /// Words that are separated by commas.
    public func words(_ setting: Setting) -> [String] { Self.words(in: text(setting)) }

    /// The words of a text: the parts between commas, without spaces around them.
    public static func words(in text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { word in
            String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func trap(_ setting: Setting) -> Never {
        preconditionFailure("the setting \(setting.name) is declared as something else")
    }
}

import Settings

/// One row of the table of keys: all there is to know about a key but its default, which stands
/// beside the property that the key sets.
struct ConfigurationKey: Sendable {
    typealias Path<Value> = any WritableKeyPath<Configuration, Value> & Sendable

    /// What a value must be, and which property it sets.
    enum Setting: Sendable {
        case integer(Path<Int>, in: ClosedRange<Int>)
        /// Text of so many characters, none of them a control.
        case text(Path<String>, in: ClosedRange<Int>)
        case boolean(Path<Bool>)
        case choice(ConfigurationChoice)
    }

    /// When another value counts.
    enum Effect: String, Sendable {
        /// When the settings are read again (SIGHUP).
        case reload
        /// When the daemon starts.
        case restart
    }

    /// Section and name, as in `limits.messageBytes`.
    let name: String
    /// What an integer counts; `nil` where it counts nothing.
    let unit: String?
    /// One line for the operator.
    let comment: String
    let setting: Setting
    /// When another value counts.
    let effect: Effect
    /// Its variable: `limits.messageBytes` is `UPFORD_LIMITS_MESSAGE_BYTES`. Stored, since each
    /// variable of ours is compared with that of each key.
    let environmentName: String

    init(
        _ name: String, _ unit: String?, _ setting: Setting, _ comment: String,
        _ effect: Effect = .restart
    ) {
        self.name = name
        environmentName = Self.environmentName(of: name)
        self.unit = unit
        self.setting = setting
        self.comment = comment
        self.effect = effect
    }

    /// A word starts at a capital that a small letter follows: `memoryKiB` is `MEMORY_KIB`.
    private static func environmentName(of name: String) -> String {
        let letters = Array(name)
        var text = ConfigurationKeys.environmentPrefix
        for (index, letter) in letters.enumerated() {
            let next = letters.dropFirst(index + 1).first
            if letter.isUppercase, next?.isLowercase == true { text += "_" }
            text += letter == "." ? "_" : letter.uppercased()
        }
        return text
    }

    /// What comes before the dot; `nil` for a key outside the sections.
    var section: String? {
        name.contains(".") ? String(name.prefix { $0 != "." }) : nil
    }

    /// What comes after the dot.
    var lastName: String {
        section.map { String(name.dropFirst($0.count + 1)) } ?? name
    }

    /// What a value must be, in words.
    var expectation: String {
        switch setting {
        case .integer(_, let range):
            "a whole number \(unit.map { "of \($0) " } ?? "")in \(range)"
        case .text(_, let range):
            range.lowerBound == 0
                ? "text of at most \(range.upperBound) characters"
                : "text of \(range.lowerBound) to \(range.upperBound) characters"
        case .boolean: "true or false"
        case .choice(let choice): "one of " + choice.names.joined(separator: ", ")
        }
    }
}

// MARK: - Values

extension ConfigurationKey {
    /// The value in `configuration`, as a YAML file would give it.
    func text(in configuration: Configuration) -> String {
        switch setting {
        case .integer(let path, _): String(configuration[keyPath: path])
        case .text(let path, _): configuration[keyPath: path].debugDescription
        case .boolean(let path): String(configuration[keyPath: path])
        case .choice(let choice): choice.name(configuration)
        }
    }

    /// Sets the property when `value` has the right type; its range is not looked at.
    func set(_ value: ConfigurationValue, in configuration: inout Configuration) -> Bool {
        switch setting {
        case .integer(let path, _):
            value.integer.map { configuration[keyPath: path] = $0 } != nil
        case .text(let path, _):
            value.text.map { configuration[keyPath: path] = $0 } != nil
        case .boolean(let path):
            value.boolean.map { configuration[keyPath: path] = $0 } != nil
        case .choice(let choice):
            value.text.map { choice.choose($0, &configuration) } == true
        }
    }

    /// Gives `target` the value of `source`.
    func copy(from source: Configuration, to target: inout Configuration) {
        switch setting {
        case .integer(let path, _): target[keyPath: path] = source[keyPath: path]
        case .text(let path, _): target[keyPath: path] = source[keyPath: path]
        case .boolean(let path): target[keyPath: path] = source[keyPath: path]
        case .choice(let choice): _ = choice.choose(choice.name(source), &target)
        }
    }

    /// Whether the value in `configuration` is in range.
    func holds(in configuration: Configuration) -> Bool {
        switch setting {
        case .integer(let path, let range):
            range.contains(configuration[keyPath: path])
        case .text(let path, let range):
            configuration[keyPath: path].isPlain(in: range)
        case .boolean, .choice: true
        }
    }
}

extension String {
    /// Whether this is so many characters, none of them a control.
    func isPlain(in range: ClosedRange<Int>) -> Bool {
        range.contains(count)
            && !unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}

/// A key whose value is one of a few words.
struct ConfigurationChoice: Sendable {
    /// The words, in the order in which they are shown.
    let names: [String]
    /// The word that is chosen in a configuration.
    let name: @Sendable (Configuration) -> String
    /// Chooses a word; false when there is no such word.
    let choose: @Sendable (String, inout Configuration) -> Bool

    /// The words are the raw values of the property's type.
    init<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ path: ConfigurationKey.Path<Value>
    ) {
        names = Value.allCases.map(\.rawValue)
        name = { $0[keyPath: path].rawValue }
        choose = { name, configuration in
            Value(rawValue: name).map { configuration[keyPath: path] = $0 } != nil
        }
    }

    /// The words are a feature's own.
    init(_ path: ConfigurationKey.Path<String>, of names: [String]) {
        self.names = names
        name = { $0[keyPath: path] }
        choose = { name, configuration in
            guard names.contains(name) else { return false }
            configuration[keyPath: path] = name
            return true
        }
    }
}

/// Where a value was set, in the words that an operator can act on.
public enum ConfigurationOrigin: Equatable, Sendable, CustomStringConvertible {
    /// Nowhere: a default, or set by code.
    case code
    /// A line of a file; the first is 1, and 0 stands for the file as a whole.
    case file(String, line: Int)
    /// A variable of the environment, by name.
    case environment(String)
    /// The command line.
    case flag

    /// As compilers print it, so that editors jump there.
    public var description: String {
        switch self {
        case .code: "configuration"
        case .file(let path, 0): path
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let name): "environment: \(name)"
        case .flag: "command line"
        }
    }
}

import Settings

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

import Features
import Kernel

extension Configuration {
    /// What features have declared.
    static let featureKeys = FeatureList.settings.map { setting in
        let name = setting.name
        return ConfigurationKey(
            setting, integer: \.features[integer: name], boolean: \.features[boolean: name],
            text: \.features[text: name])
    }

    /// How often users, devices and addresses may do what.
    static let rateKeys =
        [
            ConfigurationKey(
                "rates.enabled", nil, .boolean(\.rates.enabled),
                "Whether it is limited how often somebody may do something; each limit by itself is"
                    + " none when it is 0.", .reload)
        ]
        + Rate.all.flatMap(\.settings).map { setting in
            let name = setting.name
            return ConfigurationKey(
                setting, integer: \.rates.values[integer: name],
                boolean: \.rates.values[boolean: name], text: \.rates.values[text: name])
        }

    /// Words that a feature does not take.
    var featureProblems: [(String, String)] {
        FeatureList.settings.compactMap { setting in
            guard case .words(_, let expected, let isWord) = setting.form else { return nil }
            let text = features[text: setting.name]
            guard !SettingValues.words(in: text).allSatisfy(isWord) else { return nil }
            return (setting.name, "expected \(expected), got \(text.debugDescription)")
        }
    }
}

extension ConfigurationKey {
    /// Most characters of a list of words.
    private static let textMax = 4_096

    /// The row of a setting that a feature has declared, with where its value is kept.
    fileprivate init(
        _ setting: Kernel.Setting, integer: Path<Int>, boolean: Path<Bool>, text: Path<String>
    ) {
        let effect: Effect = setting.effect == .reload ? .reload : .restart
        switch setting.form {
        case .integer(_, let range, let unit):
            self.init(setting.name, unit, .integer(integer, in: range), setting.comment, effect)
        case .boolean:
            self.init(setting.name, nil, .boolean(boolean), setting.comment, effect)
        case .words:
            self.init(
                setting.name, nil, .text(text, in: 0...Self.textMax), setting.comment, effect)
        }
    }
}

extension Configuration {
    /// How often users, devices and addresses may do what; 0 is as often as they like.
    @dynamicMemberLookup
    public struct Rates: Equatable, Sendable {
        /// Whether there are such limits at all.
        public var enabled = true
        /// By the names of their settings.
        var values = SettingValues(of: Rate.all.flatMap(\.settings))

        /// A limit by the last name of its setting: `messagesPerMinute`. Another is a bug.
        public subscript(dynamicMember name: String) -> Int {
            get { values[integer: "rates.\(name)"] }
            set { values[integer: "rates.\(name)"] = newValue }
        }
    }
}

import Features
package import Kernel
import Settings

extension ConfigurationKeys {
    /// What features have declared.
    static let featureKeys = FeatureList.settings.map { setting in
        ConfigurationKey(
            setting, integer: { \.features[integer: $0, default: $1] },
            boolean: { \.features[boolean: $0, default: $1] },
            text: { \.features[text: $0, default: $1] })
    }

    /// How often users, devices and addresses may do what.
    static let rateKeys =
        [
            ConfigurationKey(
                "rates.enabled", nil, .boolean(\.rates.enabled),
                "Whether rate limits are checked. A single limit of 0 means unlimited.", .reload)
        ]
        + Rate.all.flatMap(\.settings).map { setting in
            ConfigurationKey(
                setting, integer: { \.rates.values[integer: $0, default: $1] },
                boolean: { \.rates.values[boolean: $0, default: $1] },
                text: { \.rates.values[text: $0, default: $1] })
        }
}

extension Rate {
    /// Every limit that can be set.
    package static let all: [Rate] = FeatureList.rates + [commands, reads]
}

extension ConfigurationKey {
    /// Most characters of a list of words.
    private static let textMax = 4_096

    /// The row of a setting that a feature has declared, with where its value is kept.
    ///
    /// - Parameters:
    ///   - integer: where a whole number of that name and that default is kept.
    ///   - boolean: the same for a switch.
    ///   - text: the same for words and choices.
    fileprivate init(
        _ setting: Kernel.Setting, integer: (String, Int) -> Path<Int>,
        boolean: (String, Bool) -> Path<Bool>, text: (String, String) -> Path<String>
    ) {
        let effect: Effect = setting.effect == .reload ? .reload : .restart
        let (name, comment) = (setting.name, setting.comment)
        switch setting.form {
        case .integer(let standard, let range, let unit):
            self.init(name, unit, .integer(integer(name, standard), in: range), comment, effect)
        case .boolean(let standard):
            self.init(name, nil, .boolean(boolean(name, standard)), comment, effect)
        case .words(let words, _, _):
            let path = text(name, words.joined(separator: ", "))
            self.init(name, nil, .text(path, in: 0...Self.textMax), comment, effect)
        case .choice(let standard, let names):
            let choice = ConfigurationChoice(text(name, standard), of: names)
            self.init(name, nil, .choice(choice), comment, effect)
        }
    }
}

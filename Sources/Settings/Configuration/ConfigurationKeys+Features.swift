import Features
import Kernel

extension ConfigurationKeys {
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
                "Whether rate limits are checked. A single limit of 0 means unlimited.", .reload)
        ]
        + Rate.all.flatMap(\.settings).map { setting in
            let name = setting.name
            return ConfigurationKey(
                setting, integer: \.rates.values[integer: name],
                boolean: \.rates.values[boolean: name], text: \.rates.values[text: name])
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
        case .choice(_, let names):
            self.init(
                setting.name, nil, .choice(ConfigurationChoice(text, of: names)), setting.comment,
                effect)
        }
    }
}

extension Configuration {
    /// The text of config/upford.yaml: every key with its default, from the table of keys.
    public static let example: String = {
        let standard = Configuration()
        var text = """
            # The settings of upford. What stands here are the defaults: change what you need.
            # A flag goes before an environment variable, that before this file.
            # Unknown keys and wrong types are refused.
            # "reload": SIGHUP makes another value count; "restart": it waits for the next start.

            """
        var section: String?
        for key in keys {
            if key.section == nil || key.section != section { text += "\n" }
            if key.section != section, let name = key.section { text += "\(name):\n" }
            section = key.section
            let indent = key.section == nil ? "" : "  "
            let unit = key.unit.map { "\($0), " } ?? ""
            text += "\(indent)# \(key.comment)\n"
            let value = key.text(in: standard)
            text += "\(indent)# (\(unit)\(key.limits); default \(value); \(key.effect.rawValue); "
            text += "\(key.environmentName))\n"
            text += "\(indent)\(key.lastName): \(value)\n"
        }
        return text + activitiesExample(standard.activities) + identitiesExample
    }()

    private static func activitiesExample(_ activities: [Activity]) -> String {
        let expiry = "# expiryMinutes: how long it stays on by itself"
        let minutes = "(minutes, \(Activity.expiryRange)); default 120."
        return """

            # The catalogue of activities, in the order that people see; only a file can set it
            # (restart).
            # name: what clients call it and what is stored, so never change it.
            # title: what people see.
            # icon: what they see beside it, at most \(Activity.iconRange.upperBound) characters; \
            default none.
            \(expiry) \(minutes)
            # wildcard: whether it matches every other activity; default false.
            activities:

            """
                + activities.map { activity in
                    """
                      - name: \(activity.name)
                        title: \(activity.title)
                        icon: \(activity.icon)
                        expiryMinutes: \(activity.expiryMinutes)
                        wildcard: \(activity.wildcard)

                    """
                }.joined()
    }
}

extension ConfigurationKey {
    fileprivate var limits: String {
        switch setting {
        case .integer(_, let range): "\(range)"
        case .text, .boolean, .choice: expectation
        }
    }
}

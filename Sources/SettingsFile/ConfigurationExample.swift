public import Settings

extension Configuration {
    /// The text of config/upford.yaml: every key with its default, from the table of keys.
    public static let example = ConfigurationExample.text
}

/// The reference file: what it says, and in which order.
private enum ConfigurationExample {
    static let text: String = {
        let standard = Configuration()
        var text = """
            # All settings of upford, with their defaults. Your file needs only what you change.
            # A flag overrides an environment variable, which overrides the file.
            # Unknown keys and wrong types are refused.
            # In parentheses: unit and range, default, when a change takes effect ("reload": with
            # SIGHUP; "restart": at the next start), and the environment variable.

            """
        var section: String?
        for key in ConfigurationKeys.all {
            if key.section == nil || key.section != section { text += "\n" }
            if key.section != section, let name = key.section { text += "\(name):\n" }
            section = key.section
            let indent = key.section == nil ? "" : "  "
            let unit = key.unit.map { "\($0), " } ?? ""
            text += comment(key.comment, indent: indent)
            let value = key.text(in: standard)
            let effect = key.effect.rawValue
            text += comment(
                "(\(unit)\(key.limits); default \(value); \(effect); \(key.environmentName))",
                indent: indent)
            text += "\(indent)\(key.lastName): \(value)\n"
        }
        return text + activitiesExample(standard.activities) + identitiesExample
    }()

    /// A comment, in lines of at most 100 columns.
    private static func comment(_ text: String, indent: String) -> String {
        var lines = ["\(indent)#"]
        for word in text.split(separator: " ") {
            let line = "\(lines[lines.count - 1]) \(word)"
            if line.count <= 100 {
                lines[lines.count - 1] = line
            } else {
                lines.append("\(indent)# \(word)")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func activitiesExample(_ activities: [Configuration.Activity]) -> String {
        let expiry = "# expiryMinutes: it turns itself off after this time"
        let icon = Configuration.Activity.iconRange.upperBound
        let minutes = "(minutes, \(Configuration.Activity.expiryRange)); default 120."
        return """

            # The activities, in the order in which users see them; only a file can set them
            # (restart).
            # name: the name for programs; it is stored, so never change it.
            # title: the name for users.
            # icon: shown beside the title, at most \(icon) characters; default none.
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

    private static let identitiesExample = """

        # OpenID Connect issuers whose ID tokens are accepted for sign-in; only a file can set them
        # (restart; files with keys are read again upon SIGHUP).
        # name: the name for programs; it is stored, so never change it.
        # issuer: the `iss` of its tokens, character by character. It is stored with each identity:
        #   if you change it, earlier identities open no account.
        # clientID: the `aud` of its tokens: the name under which the issuer knows this server.
        # keys: its public keys, a JSON Web Key Set: a file, or an https URL.
        # authorities: PEM file of the certificate authorities for that URL; default: the system's.
        #   - name: example
        #     issuer: https://id.example.org
        #     clientID: upfor
        #     keys: https://id.example.org/jwks.json
        identities: []

        """
}

extension ConfigurationKey {
    fileprivate var limits: String {
        switch setting {
        case .integer(_, let range): "\(range)"
        case .text, .boolean, .choice: expectation
        }
    }
}

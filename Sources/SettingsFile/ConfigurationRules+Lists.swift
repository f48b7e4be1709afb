import Features
import Kernel
import Settings

/// The rules of lists: activities, issuers, and the words that features take.
extension ConfigurationRules {
    var activityProblems: [Problem] {
        var problems = Findings()
        problems.require(
            Configuration.Activity.countRange.contains(settings.activities.count), "activities",
            "\(Configuration.Activity.countRange) entries", "\(settings.activities.count)")
        var seen: Set<String> = []
        for (index, activity) in settings.activities.enumerated() {
            let key = "activities[\(index)]"
            problems.require(
                Configuration.Activity.isName(activity.name), "\(key).name",
                "a name like coffee_2 of at most 20 characters", activity.name.debugDescription)
            problems.require(
                seen.insert(activity.name).inserted, "\(key).name",
                "a name of its own", activity.name.debugDescription)
            problems.require(
                activity.title.isPlain(in: Configuration.Activity.titleRange), "\(key).title",
                "text of \(Configuration.Activity.titleRange) characters",
                activity.title.debugDescription)
            problems.require(
                activity.icon.isPlain(in: Configuration.Activity.iconRange), "\(key).icon",
                "text of \(Configuration.Activity.iconRange) characters",
                activity.icon.debugDescription)
            problems.require(
                Configuration.Activity.expiryRange.contains(activity.expiryMinutes),
                "\(key).expiryMinutes",
                "minutes in \(Configuration.Activity.expiryRange)", "\(activity.expiryMinutes)")
        }
        return problems.list
    }

    var identityProblems: [Problem] {
        var problems = Findings()
        problems.require(
            settings.identities.count <= Configuration.Identity.countMax, "identities",
            "at most \(Configuration.Identity.countMax) entries", "\(settings.identities.count)")
        var seen: Set<String> = []
        for (index, identity) in settings.identities.enumerated() {
            let key = "identities[\(index)]"
            problems.require(
                Configuration.Activity.isName(identity.name), "\(key).name",
                "a name like home_2 of at most 20 characters", identity.name.debugDescription)
            problems.require(
                seen.insert(identity.name).inserted, "\(key).name",
                "a name of its own", identity.name.debugDescription)
            for (name, value) in [
                ("issuer", identity.issuer), ("clientID", identity.clientID),
                ("keys", identity.keys), ("authorities", identity.authorities),
            ] {
                let range = name == "authorities" ? 0...500 : Configuration.Identity.textRange
                let isShown = name != "keys" || value.isEmpty
                problems.require(
                    value.isPlain(in: range), "\(key).\(name)",
                    "text of \(range.lowerBound) to \(range.upperBound) characters",
                    isShown ? value.debugDescription : nil)
            }
            problems.require(
                !identity.keys.contains("://") || identity.fetchesKeys, "\(key).keys",
                "a file, or an https:// URL", nil)
            problems.require(
                !identity.fetchesKeys || identity.isAskable, "\(key).keys",
                "an https:// URL of a host, without password and blanks", nil)
        }
        return problems.list
    }

    /// Words that a feature does not take.
    var featureProblems: [Problem] {
        FeatureList.settings.compactMap { setting in
            guard case .words(_, let expected, let isWord) = setting.form else { return nil }
            let text = settings.features.text(setting)
            guard !SettingValues.words(in: text).allSatisfy(isWord) else { return nil }
            return (setting.name, "expected \(expected), got \(text.debugDescription)")
        }
    }
}

extension ConfigurationRules {
    /// What is wrong with a list, in the order of its entries.
    private struct Findings {
        var list: [Problem] = []

        /// - Parameter got: nil: it is not shown, since there may be a password in it.
        mutating func require(_ holds: Bool, _ key: String, _ expected: String, _ got: String?) {
            let got = got.map { ", got \($0)" } ?? ""
            if !holds { list.append((key, "expected \(expected)\(got)")) }
        }
    }
}

internal import Outbound
import Settings

/// The rules about what the daemon sends to others.
extension ConfigurationRules {
    /// The rules about them.
    var notifierProblems: [Problem] {
        var problems: [Problem] = []
        if !settings.notifiers.webhook.isEmpty {
            if (try? settings.notifiers.webhookTerms().check(url: settings.notifiers.webhook))
                == nil
            {
                problems.append(
                    (
                        "notifiers.webhook",
                        "expected an https URL, or one of http on 127.0.0.1, got"
                            + " \(settings.notifiers.webhook.debugDescription)"
                    ))
            }
            if settings.notifiers.webhookSecret.isEmpty {
                problems.append(
                    ("notifiers.webhookSecret", "missing: what the webhook is told is signed"))
            }
        }
        let contact = settings.notifiers.webPushContact
        if settings.notifiers.webPush, contact.isEmpty {
            problems.append(
                ("notifiers.webPushContact", "missing: push services want to know whom to ask"))
        }
        let isPlain = contact.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        if !contact.isEmpty, !isPlain || !["mailto:", "https:"].contains(where: contact.hasPrefix) {
            problems.append(
                ("notifiers.webPushContact", "expected mailto:… or https:…, got \(contact)"))
        }
        return problems
    }

    /// The rules about it.
    var mailProblems: [Problem] {
        guard settings.mail.isOn else { return [] }
        var problems: [Problem] = []
        if MailRoute(settings.mail.server) == nil {
            problems.append(
                (
                    "mail.server",
                    "expected smtp://HOST:PORT or smtps://HOST:PORT, got"
                        + " \(settings.mail.server.debugDescription)"
                ))
        }
        let from = settings.mail.from
        let isAddress = (try? OutboundMail(from: from, to: from, fields: [], text: "")) != nil
        if !isAddress || from.split(separator: "@", omittingEmptySubsequences: false).count != 2 {
            problems.append(("mail.from", "expected an address such as upfor@a.example"))
        }
        if settings.mail.user.isEmpty != settings.mail.password.isEmpty {
            let missing = settings.mail.user.isEmpty ? "mail.user" : "mail.password"
            problems.append((missing, "missing: a name and its password go together"))
        }
        return problems
    }
}

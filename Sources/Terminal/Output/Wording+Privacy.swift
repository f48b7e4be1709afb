import Wire

extension Wording {
    /// What others may know, a line for each setting: `typing     off  friends do not see …`.
    func privacy(_ privacy: Privacy) -> [String] {
        table(
            settings(privacy).map { name, isOn, meaning in
                [
                    Table.Cell(name),
                    Table.Cell(isOn ? "on" : "off", isOn ? palette.bold : palette.dim),
                    Table.Cell(meaning, palette.dim),
                ]
            })
    }

    /// It was changed, here or on another device.
    func changed(_ change: PrivacyChanged) -> String {
        let settings = settings(change.privacy).map { "\($0.name) \($0.isOn ? "on" : "off")" }
        return "your privacy: \(settings.joined(separator: ", "))"
    }

    private func settings(
        _ privacy: Privacy
    ) -> [(name: String, isOn: Bool, meaning: String)] {
        [
            (
                "invisible", privacy.invisible,
                privacy.invisible
                    ? "friends read that you are offline" : "friends see whether you are online"
            ),
            (
                "typing", privacy.typing,
                "friends \(privacy.typing ? "see" : "do not see") that you are writing to them"
            ),
            (
                "receipts", privacy.receipts,
                "friends \(privacy.receipts ? "see" : "do not see") how far you have read"
            ),
            (
                "circle", privacy.circle,
                privacy.circle
                    ? "what you did with a friend is posted by itself"
                    : "what you did is posted only when you say `did`"
            ),
            (
                "listed", privacy.listed,
                privacy.listed
                    ? "you are in the list of people" : "you are not in the list of people"
            ),
            (
                "invitations", privacy.invitations,
                privacy.invitations
                    ? "friends may invite you to groups"
                    : "invitations do not reach you, and friends are not told"
            ),
        ]
    }
}

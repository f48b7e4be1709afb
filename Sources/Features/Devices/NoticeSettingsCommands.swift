public import Kernel
public import Wire

/// How a user is notified: quiet hours, reminders.
struct NoticeSettingsCommands: Sendable {
    private static let minutesMax: UInt32 = 1_439

    func read(
        _ command: NoticeSettingsRead, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> NoticeSettings {
        try NoticeSettings.of(caller.user, in: snapshot)
    }

    func set(
        _ command: NoticeSettingsSet, _ caller: Caller, _ transaction: Transaction
    ) throws(Refusal) -> NoticeSettings {
        var settings = try NoticeSettings.of(caller.user, in: transaction)
        if command.hasQuiet { settings.quiet = command.quiet }
        if command.hasQuietFrom {
            settings.quietFrom = try Self.minute(command.quietFrom, field: "quietFrom")
        }
        if command.hasQuietUntil {
            settings.quietUntil = try Self.minute(command.quietUntil, field: "quietUntil")
        }
        if command.hasReminders { settings.reminders = command.reminders }
        try transaction.run(
            """
            INSERT INTO notice_settings (user_id, is_quiet, quiet_from, quiet_until, reminds)
            VALUES (\(caller.user), \(settings.quiet), \(settings.quietFrom),
                \(settings.quietUntil), \(settings.reminders))
            ON CONFLICT (user_id) DO UPDATE SET is_quiet = excluded.is_quiet,
                quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until,
                reminds = excluded.reminds
            """)
        return settings
    }

    private static func minute(_ minute: UInt32, field: String) throws(Refusal) -> UInt32 {
        guard minute <= minutesMax else {
            throw Refusal(.invalidField, field: field, "expected 0 to \(minutesMax)")
        }
        return minute
    }
}

extension NoticeSettings {
    static let migration = Migration(
        "devices.notices",
        """
        CREATE TABLE notice_settings (
            user_id BIGINT NOT NULL PRIMARY KEY REFERENCES account (id),
            is_quiet BIGINT NOT NULL,
            quiet_from BIGINT NOT NULL,
            quiet_until BIGINT NOT NULL,
            reminds BIGINT NOT NULL
        ) {clustered};
        """)

    /// Those of a user; of a user who has set none, the usual ones.
    public static func of(_ user: User.ID, in snapshot: Snapshot) throws(Refusal) -> Self {
        let query = Query<NoticeSettings>(
            """
            SELECT is_quiet, quiet_from, quiet_until, reminds FROM notice_settings
            WHERE user_id = \(user)
            """
        ) { columns throws(StoreError) in
            var settings = NoticeSettings()
            settings.quiet = try columns.flag()
            (settings.quietFrom, settings.quietUntil) = (try columns.count(), try columns.count())
            settings.reminders = try columns.flag()
            return settings
        }
        if let stored = try snapshot.first(query) { return stored }
        var usual = NoticeSettings()
        (usual.quiet, usual.quietFrom, usual.quietUntil) = (false, 22 * 60, 7 * 60)
        usual.reminders = true
        return usual
    }
}

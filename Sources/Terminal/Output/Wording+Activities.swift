import SwiftProtobuf
import Wire

extension Wording {
    /// The catalogue with one's own states.
    func activities(_ list: Activities) -> [String] {
        guard !list.activities.isEmpty else {
            return [palette.dim("there is nothing to be up for")]
        }
        return table(
            zip(1..., list.activities).map { number, state in
                let isOn = state.on
                let icon = hasIcons ? safe(state.icon) : ""
                let note = state.wildcard ? "meets every other" : ""
                let until = isOn && state.hasExpiresAt ? "until \(times.text(state.expiresAt))" : ""
                let marks = [
                    Table.Cell("\(number)", palette.dim),
                    Table.Cell(isOn ? "●" : "○", isOn ? palette.green : palette.dim),
                ]
                return marks + (hasIcons ? [Table.Cell(icon)] : []) + [
                    Table.Cell(safe(state.activity), isOn ? palette.bold : palette.bare),
                    Table.Cell(safe(state.title)),
                    Table.Cell(until.isEmpty ? lifetime(of: state) : until, palette.dim),
                    Table.Cell(note, palette.dim),
                ]
            })
    }

    /// How long it stays on: "for 2 h", "for 45 min".
    private func lifetime(of state: ActivityState) -> String {
        guard state.hasLifetime else { return "" }
        let minutes = state.lifetime.seconds / 60
        return minutes % 60 == 0 ? "for \(minutes / 60) h" : "for \(minutes) min"
    }

    /// For which friends an activity is meant.
    func audience(_ audience: Audience) -> [String] {
        let hasFriends = !audience.friends.isEmpty
        var rows = audience.friends.map { row(person($0.user), isMeant: $0.selected) }
        // To who has no friends yet it goes without saying.
        if audience.hasNewcomers, hasFriends || !audience.newcomers {
            rows.append(row("whoever becomes a friend", isMeant: audience.newcomers))
        }
        return (hasFriends ? [] : [palette.dim("no friends yet")]) + table(rows)
    }

    private func row(_ who: String, isMeant: Bool) -> [Table.Cell] {
        [
            Table.Cell(isMeant ? "✓" : "–", isMeant ? palette.green : palette.dim),
            Table.Cell(who, isMeant ? palette.bare : palette.dim),
        ]
    }

    /// Who is up for the same, or was.
    func matches(_ list: Matches) -> [String] {
        guard !list.matches.isEmpty else { return [palette.dim("no matches")] }
        return list.matches.map { match in
            let (who, what) = (safe(match.with.username), safe(match.activity))
            let since = times.text(match.since)
            return match.hasUntil
                ? palette.dim(
                    "  \(who) was up for \(what) too (\(since) – \(times.text(match.until)))")
                : "\(palette.yellow("★")) \(who) is up for \(what) too (since \(since))"
        }
    }
}

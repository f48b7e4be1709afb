import Wire

extension Wording {
    /// The catalogue with one's own states.
    func activities(_ list: Activities) -> [String] {
        guard !list.activities.isEmpty else {
            return [palette.dim("there is nothing to be up for")]
        }
        return table(
            list.activities.map { state in
                let isOn = state.on
                let until = isOn && state.hasExpiresAt ? "until \(times.text(state.expiresAt))" : ""
                return [
                    Table.Cell(isOn ? "●" : "○", isOn ? palette.green : palette.dim),
                    Table.Cell(safe(state.activity), isOn ? palette.bold : palette.bare),
                    Table.Cell(safe(state.title)),
                    Table.Cell(until, palette.dim),
                ]
            })
    }

    /// For which friends an activity is meant.
    func audience(_ audience: Audience) -> [String] {
        guard !audience.friends.isEmpty else { return [palette.dim("no friends yet")] }
        return table(
            audience.friends.map { member in
                let isSelected = member.selected
                return [
                    Table.Cell(isSelected ? "✓" : "–", isSelected ? palette.green : palette.dim),
                    Table.Cell(person(member.user), isSelected ? palette.bare : palette.dim),
                ]
            })
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

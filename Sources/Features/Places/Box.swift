import Kernel
import Wire

/// A part of the map. Its west may lie east of its east: it crosses the date line then.
struct Box: Sendable {
    let south: Int
    let west: Int
    let north: Int
    let east: Int

    /// - Returns: nil when a command names no box.
    /// - Throws: `.invalidField` for a box with fewer than four sides, or upside down.
    init?(_ command: PlaceList) throws(Refusal) {
        let isNamed =
            command.hasSouth || command.hasWest || command.hasNorth || command.hasEast
        guard isNamed else { return nil }
        (south, north) = (
            try Position.units(
                command.hasSouth ? command.south : nil, in: Position.latitudes, field: "south"),
            try Position.units(
                command.hasNorth ? command.north : nil, in: Position.latitudes, field: "north")
        )
        (west, east) = (
            try Position.units(
                command.hasWest ? command.west : nil, in: Position.longitudes, field: "west"),
            try Position.units(
                command.hasEast ? command.east : nil, in: Position.longitudes, field: "east")
        )
        guard south <= north else {
            throw Refusal(.invalidField, field: "south", "expected at most `north`")
        }
    }

    /// Whether a place lies in it. The date line is one line, and has two longitudes.
    func contains(_ position: Position) -> Bool {
        guard (south...north).contains(position.latE7) else { return false }
        let line = Position.longitudes.upperBound
        return holds(position.lonE7)
            || (abs(position.lonE7) == line && (holds(line) || holds(-line)))
    }

    private func holds(_ lon: Int) -> Bool {
        west <= east ? (west...east).contains(lon) : lon >= west || lon <= east
    }
}

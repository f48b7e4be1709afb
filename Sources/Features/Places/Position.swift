import Kernel
import Wire

/// A place on earth, in ten-millionths of a degree: a centimetre.
struct Position: Hashable, Sendable {
    private static let units = 1e7
    static let latitudes = -900_000_000...900_000_000
    static let longitudes = -1_800_000_000...1_800_000_000

    let latE7: Int
    let lonE7: Int

    init(latE7: Int, lonE7: Int) { (self.latE7, self.lonE7) = (latE7, lonE7) }

    /// Of a command; nil is a field that is absent.
    ///
    /// - Throws: `.invalidField` for what is absent, no number, or beyond the earth.
    init(lat: Double?, lon: Double?) throws(Refusal) {
        latE7 = try Self.units(lat, in: Self.latitudes, field: "lat")
        lonE7 = try Self.units(lon, in: Self.longitudes, field: "lon")
    }

    var lat: Double { Double(latE7) / Self.units }
    var lon: Double { Double(lonE7) / Self.units }

    /// Degrees as units.
    static func units(
        _ degrees: Double?, in range: ClosedRange<Int>, field: String
    ) throws(Refusal) -> Int {
        guard let degrees, degrees.isFinite,
            let units = Int(exactly: (degrees * Self.units).rounded()), range.contains(units)
        else {
            let most = range.upperBound / Int(Self.units)
            throw Refusal(.invalidField, field: field, "expected degrees from -\(most) to \(most)")
        }
        return units
    }
}

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

import Wire

/// A place on earth, in ten-millionths of a degree: a centimetre.
public struct Position: Hashable, Sendable {
    private static let units = 1e7
    /// From the South Pole to the North Pole.
    public static let latitudes = -900_000_000...900_000_000
    /// From west to east; both ends are the date line.
    public static let longitudes = -1_800_000_000...1_800_000_000

    /// Positive to the north.
    public let latE7: Int
    /// Positive to the east.
    public let lonE7: Int

    /// - Parameters: as the properties, as they were stored.
    public init(latE7: Int, lonE7: Int) { (self.latE7, self.lonE7) = (latE7, lonE7) }

    /// Of a command; nil is a field that is absent.
    ///
    /// - Parameter path: where the two fields are, for a refusal: "details.point.".
    /// - Throws: `.invalidField` for what is absent, no number, or beyond the earth.
    public init(lat: Double?, lon: Double?, in path: String = "") throws(Refusal) {
        latE7 = try Self.units(lat, in: Self.latitudes, field: path + "lat")
        lonE7 = try Self.units(lon, in: Self.longitudes, field: path + "lon")
    }

    /// Degrees.
    public var lat: Double { Double(latE7) / Self.units }
    /// Degrees.
    public var lon: Double { Double(lonE7) / Self.units }

    /// Degrees as units.
    ///
    /// - Throws: `.invalidField` for what is absent, no number, or outside of `range`.
    public static func units(
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

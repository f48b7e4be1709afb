import Glibc
import Kernel
import Wire

/// A place on the map, in degrees.
struct MapPoint: Equatable, Sendable {
    private static let earthKilometres = 6_371.0088
    /// Kilometres between two degrees of latitude.
    static let degreeKilometres = earthKilometres * .pi / 180

    let lat: Double
    let lon: Double

    /// - Parameter fields: their names, for a refusal.
    /// - Throws: `.invalidField` for what is no place.
    init(lat: Double, lon: Double, fields: (String, String) = ("lat", "lon")) throws(Refusal) {
        self.lat = try Self.degrees(lat, within: 90, field: fields.0)
        self.lon = try Self.degrees(lon, within: 180, field: fields.1)
    }

    /// As it was stored.
    init(latBits: Int64, lonBits: Int64) {
        lat = Double(bitPattern: UInt64(bitPattern: latBits))
        lon = Double(bitPattern: UInt64(bitPattern: lonBits))
    }

    /// - Throws: `.invalidField` for what is not in -most...most, which is also what is no number.
    static func degrees(
        _ degrees: Double, within most: Double, field: String
    ) throws(Refusal) -> Double {
        guard (-most...most).contains(degrees) else {
            throw Refusal(
                .invalidField, field: field, "expected degrees, -\(Int(most)) to \(Int(most))")
        }
        return degrees
    }

    /// Exactly, for the store: what is given back is what was given.
    var latBits: Int64 { Int64(bitPattern: lat.bitPattern) }
    /// The same of the longitude.
    var lonBits: Int64 { Int64(bitPattern: lon.bitPattern) }

    /// A whole number of 10^-7 degrees, for comparisons in the store.
    static func e7(_ degrees: Double) -> Int64 { Int64((degrees * 1e7).rounded()) }

    /// Along the surface, by the formula of haversines.
    func kilometres(to other: MapPoint) -> Double {
        let (north, east) = (Self.radians(other.lat - lat) / 2, Self.radians(other.lon - lon) / 2)
        let part =
            sin(north) * sin(north)
            + cos(Self.radians(lat)) * cos(Self.radians(other.lat)) * sin(east) * sin(east)
        return 2 * Self.earthKilometres * asin(min(1, part.squareRoot()))
    }

    static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    /// Degrees of longitude that are so many kilometres here; nil: all, there is a pole within.
    func longitudes(within kilometres: Double) -> Double? {
        let angle = kilometres / Self.earthKilometres
        let most = sin(angle) / cos(Self.radians(lat))
        guard abs(lat) + angle * 180 / .pi < 90, most < 1 else { return nil }
        return asin(most) * 180 / .pi
    }
}

/// Squares of a tenth of a degree, numbered along each row from west to east: what lies in a box
/// is one range of numbers for each row.
enum MapCell {
    private static let perDegree = 10.0
    private static let columns = 3_600

    static func row(_ lat: Double) -> Int { min(Int((lat + 90) * perDegree), 1_799) }

    private static func column(_ lon: Double) -> Int {
        min(Int((lon + 180) * perDegree), columns - 1)
    }

    static func number(of point: MapPoint) -> Int64 {
        Int64(row(point.lat) * columns + column(point.lon))
    }

    /// - Parameters:
    ///   - row: 0 in the south, to 1,799.
    ///   - lons: degrees, -180 to 180.
    static func range(row: Int, lons: ClosedRange<Double>) -> ClosedRange<Int64> {
        let first = Int64(row * columns)
        return first + Int64(column(lons.lowerBound))...first + Int64(column(lons.upperBound))
    }
}

import Kernel
import Wire

/// Gatherings around a point, in a box, or everywhere (H12, H16).
struct GatheringSearch: Sendable {
    private static let pageMax = 50
    /// Most that one search looks at.
    private static let lookedMax = 2_000
    private static let radiusMax = 500.0
    private static let boxDegreesMax = 10.0

    /// Where it is looked.
    private enum Area {
        case around(MapPoint, kilometres: Double)
        case box(south: MapPoint, north: MapPoint)
        case everywhere
    }

    /// What decides the place in the answer.
    private struct Hit {
        /// Kilometres, or the time of the start.
        let key: Double
        let number: UInt32

        func isBehind(_ other: Hit) -> Bool { (key, number) > (other.key, other.number) }
    }

    func find(
        _ command: GatheringFind, _ caller: Caller, _ snapshot: Snapshot
    ) throws(Refusal) -> Gatherings {
        let area = try Self.area(of: command)
        let time = try Self.time(of: command, now: snapshot.now)
        let after = try Self.place(command.after)
        var isPartial = false
        let hits: [Hit]
        if case .everywhere = area {
            hits = try Self.next(time, behind: after, in: snapshot)
        } else {
            let found = try Self.hits(in: area, time, in: snapshot)
            isPartial = found.isPartial
            hits = found.hits.sorted { $1.isBehind($0) }.filter { after.map($0.isBehind) ?? true }
        }
        var answer = try Self.shown(Array(hits.prefix(Self.pageMax)), area, caller, in: snapshot)
        answer.partial = isPartial
        if hits.count > Self.pageMax {
            let last = hits[Self.pageMax - 1]
            answer.next = "\(last.key):\(last.number)"
        }
        return answer
    }

    private static func area(of command: GatheringFind) throws(Refusal) -> Area {
        let isAround = command.hasLat || command.hasLon || command.hasRadius
        let isBox = command.hasSouth || command.hasWest || command.hasNorth || command.hasEast
        guard !isAround || !isBox else {
            throw Refusal(.invalidField, field: "lat", "expected a point or a box, not both")
        }
        if isAround {
            let point = try MapPoint(
                lat: command.hasLat ? command.lat : .nan, lon: command.hasLon ? command.lon : .nan)
            let radius = command.hasRadius ? command.radius : 50
            guard radius > 0, radius <= radiusMax else {
                throw Refusal(
                    .invalidField, field: "radius", "expected kilometres, up to \(Int(radiusMax))")
            }
            return .around(point, kilometres: radius)
        }
        guard isBox else { return .everywhere }
        let south = try MapPoint(
            lat: command.hasSouth ? command.south : .nan,
            lon: command.hasWest ? command.west : .nan, fields: ("south", "west"))
        let north = try MapPoint(
            lat: command.hasNorth ? command.north : .nan,
            lon: command.hasEast ? command.east : .nan, fields: ("north", "east"))
        guard south.lat <= north.lat, north.lat - south.lat <= boxDegreesMax else {
            throw Refusal(
                .invalidField, field: "north",
                "expected a box from south to north, at most \(Int(boxDegreesMax)) degrees high")
        }
        return .box(south: south, north: north)
    }

    /// Which gatherings count: those that end after the one and start before the other.
    private typealias Time = (from: Moment, until: Moment)

    private static func time(of command: GatheringFind, now: Moment) throws(Refusal) -> Time {
        let from = command.hasFrom ? try TeamFields.moment(command.from, field: "from") : now
        let until =
            command.hasUntil
            ? try TeamFields.moment(command.until, field: "until")
            : Moment(unixMilliseconds: .max)
        return (max(from, now), until)
    }

    private static func place(_ after: String) throws(Refusal) -> Hit? {
        guard !after.isEmpty else { return nil }
        let parts = after.split(separator: ":")
        guard parts.count == 2, let key = Double(parts[0]), key.isFinite,
            let number = UInt32(parts[1])
        else { throw .noPage }
        return Hit(key: key, number: number)
    }
}

extension GatheringSearch {
    /// Those everywhere, by the time at which they start: the index `gathering_listed`, from the
    /// longest gathering that may still last. It steps over those alone that ended lately.
    private static func next(
        _ time: Time, behind after: Hit?, in snapshot: Snapshot
    ) throws(Refusal) -> [Hit] {
        let first = time.from.advanced(by: .zero - GatheringTime.lengthMax)
        let start = after.map { Moment(unixMilliseconds: Int64(clamping: $0.key)) }
        let query = Query<Hit>(
            """
            SELECT starts_ms, number FROM gathering
            WHERE (starts_ms, number) > (\(max(start ?? first, first)), \(after?.number ?? 0))
                AND starts_ms < \(time.until) AND ends_ms > \(time.from) AND is_listed = 1
            ORDER BY starts_ms, number LIMIT \(Int64(pageMax + 1))
            """
        ) { columns throws(StoreError) in
            Hit(key: Double(try columns.integer()), number: try columns.count())
        }
        return try snapshot.all(query)
    }

    /// Those on the map: for each row of cells one range of the index `gathering_cell`.
    ///
    /// - Returns: what is in the area of those that were looked at, which also counts what is
    ///   beside a circle; and whether there are more than these.
    private static func hits(
        in area: Area, _ time: Time, in snapshot: Snapshot
    ) throws(Refusal) -> (hits: [Hit], isPartial: Bool) {
        guard let bounds = Bounds(of: area) else { return ([], false) }
        var hits: [Hit] = []
        var room = lookedMax
        for row in bounds.rows {
            for lons in bounds.lons {
                let looked = try snapshot.all(
                    query(area, row, lons, bounds.lats, time, limit: room + 1))
                hits += looked.prefix(room).compactMap(\.self)
                guard looked.count <= room else { return (hits, true) }
                room -= looked.count
            }
        }
        return (hits, false)
    }

    private static func query(
        _ area: Area, _ row: Int, _ lons: ClosedRange<Double>, _ lats: ClosedRange<Double>,
        _ time: Time, limit: Int
    ) -> Query<Hit?> {
        let cells = MapCell.range(row: row, lons: lons)
        let (south, north) = (MapPoint.e7(lats.lowerBound), MapPoint.e7(lats.upperBound))
        let (west, east) = (MapPoint.e7(lons.lowerBound), MapPoint.e7(lons.upperBound))
        return Query(
            """
            SELECT number, starts_ms, lat_bits, lon_bits FROM gathering
            WHERE cell BETWEEN \(cells.lowerBound) AND \(cells.upperBound)
                AND lat_e7 BETWEEN \(south) AND \(north) AND lon_e7 BETWEEN \(west) AND \(east)
                AND ends_ms > \(time.from) AND starts_ms < \(time.until) AND is_gone = 0
            LIMIT \(Int64(limit))
            """
        ) { columns throws(StoreError) in
            let number = try columns.count()
            let starts = Double(try columns.integer())
            let point = MapPoint(latBits: try columns.integer(), lonBits: try columns.integer())
            guard case .around(let middle, let radius) = area else {
                return Hit(key: starts, number: number)
            }
            let distance = middle.kilometres(to: point)
            return distance <= radius ? Hit(key: distance, number: number) : nil
        }
    }

    /// Cells and degrees of an area.
    private struct Bounds {
        /// From the middle outwards: what is left out of a search that finds too many is far.
        let rows: [Int]
        let lats: ClosedRange<Double>
        /// Two where it crosses the date line.
        let lons: [ClosedRange<Double>]

        init?(of area: Area) {
            switch area {
            case .everywhere: return nil
            case .box(let south, let north):
                lats = south.lat...north.lat
                lons = Self.ranges(from: south.lon, to: north.lon)
            case .around(let point, let radius):
                let height = radius / MapPoint.degreeKilometres
                lats = max(point.lat - height, -90)...min(point.lat + height, 90)
                let width = point.longitudes(within: radius)
                lons =
                    width.map { Self.ranges(around: point.lon, $0) } ?? [-180...180]
            }
            let (first, last) = (MapCell.row(lats.lowerBound), MapCell.row(lats.upperBound))
            let middle = (first + last) / 2
            rows = (first...last).sorted { abs($0 - middle) < abs($1 - middle) }
        }

        private static func ranges(from west: Double, to east: Double) -> [ClosedRange<Double>] {
            west <= east ? [west...east] : [west...180, -180...east]
        }

        private static func ranges(around lon: Double, _ width: Double) -> [ClosedRange<Double>] {
            let (west, east) = (lon - width, lon + width)
            return ranges(
                from: west < -180 ? west + 360 : west, to: east > 180 ? east - 360 : east)
        }
    }

    private static func shown(
        _ hits: [Hit], _ area: Area, _ caller: Caller, in snapshot: Snapshot
    ) throws(Refusal) -> Gatherings {
        let person = try snapshot.first(.number(ofPerson: caller.user))
        let found = try snapshot.all(
            .gatherings(numbers: hits.map(\.number), for: person, caller.user))
        let byNumber = Dictionary(
            found.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
        var answer = Gatherings()
        answer.gatherings = hits.compactMap { hit in
            guard var gathering = byNumber[hit.number] else { return nil }
            if case .around = area { gathering.distance = hit.key }
            return gathering
        }
        return answer
    }
}

extension Int64 {
    /// The whole number of a double that may be too large.
    fileprivate init(clamping value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value < 0 ? .min : .max)
    }
}

extension GatheringSearch {
    /// What ended a day ago is on the map and the list no more: a search would have to step over
    /// it.
    ///
    /// - Returns: whether more may have.
    @Sendable static func forgetEnded(in transaction: Transaction) throws(Refusal) -> Bool {
        let limit: Int64 = 200
        let ended = transaction.now.advanced(by: .seconds(-86_400))
        let changed = try transaction.rowsChanged(
            """
            UPDATE gathering SET cell = NULL, is_listed = 0 WHERE number IN (
                SELECT number FROM gathering WHERE is_listed = 1 AND ends_ms < \(ended)
                ORDER BY ends_ms LIMIT \(limit))
            """)
        return changed == limit
    }
}

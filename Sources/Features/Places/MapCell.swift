import Glibc
import Kernel
import Wire

/// A square of 64 by 64 pixels of a web map.
///
/// - Source: the spherical Mercator projection of web maps, EPSG:3857; 256 pixels are the world at
///   zoom 0.
struct MapCell: Hashable, Comparable, Sendable {
    /// Zooms that a command may name.
    static let zooms: ClosedRange<UInt32> = 0...20
    /// Cells in a row at zoom 0.
    private static let cellsAtFirst = 4
    /// Beyond this latitude the projection has no squares: the last row covers the rest.
    private static let latMax = 85.051_128_78

    let zoom: Int
    let x: Int
    let y: Int

    /// The cell in which a place lies.
    init(of position: Position, zoom: Int) {
        self.zoom = zoom
        let count = Self.cellsAtFirst << zoom
        let lat = min(max(position.lat, -Self.latMax), Self.latMax) * .pi / 180
        let across = (position.lon + 180) / 360
        let down = (1 - asinh(tan(lat)) / .pi) / 2
        x = min(max(Int(across * Double(count)), 0), count - 1)
        y = min(max(Int(down * Double(count)), 0), count - 1)
    }

    /// A cell by its name; nil for what names none.
    init?(_ name: String) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard name.utf8.count <= 24, parts.count == 3,
            parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let zoom = Int(parts[0]), let x = Int(parts[1]), let y = Int(parts[2]),
            Self.zooms.contains(UInt32(clamping: zoom))
        else { return nil }
        let count = Self.cellsAtFirst << zoom
        guard (0..<count).contains(x), (0..<count).contains(y) else { return nil }
        (self.zoom, self.x, self.y) = (zoom, x, y)
    }

    /// "14/8801/5373".
    var name: String { "\(zoom)/\(x)/\(y)" }

    static func < (one: Self, other: Self) -> Bool {
        (one.zoom, one.y, one.x) < (other.zoom, other.y, other.x)
    }
}

/// Markers of which too many in one cell are merged (U17).
struct MergedMarkers {
    /// Most in one cell that are shown each.
    static let apartMax = 5

    /// Those that stand alone in the box, in the order in which they came.
    private(set) var apart: [StoredMarker] = []
    /// By cell.
    private(set) var supers: [SuperMarker] = []

    /// Cells are merged as if there were no box: what the map shows of one does not change when
    /// the map is moved, and is what the list of the cell has.
    ///
    /// - Parameters:
    ///   - box: without what has no marker in it; nil: all.
    ///   - zoom: nil: none are merged.
    init(_ markers: [StoredMarker], in box: Box?, zoom: Int?, of viewer: User.ID) {
        let isInBox = markers.map { box?.contains($0.position) ?? true }
        guard let zoom else {
            apart = zip(markers, isInBox).filter(\.1).map(\.0)
            return
        }
        var cells: [MapCell: [Int]] = [:]
        for (index, marker) in markers.enumerated() {
            cells[MapCell(of: marker.position, zoom: zoom), default: []].append(index)
        }
        var isApart = isInBox
        for (cell, indices) in cells.sorted(by: { $0.key < $1.key })
        where indices.count > Self.apartMax {
            let isSeen = indices.contains { isInBox[$0] }
            for index in indices { isApart[index] = false }
            guard isSeen else { continue }
            supers.append(Self.merged(indices.map { markers[$0] }, in: cell, of: viewer))
        }
        apart = zip(markers, isApart).filter(\.1).map(\.0)
    }

    private static func merged(
        _ markers: [StoredMarker], in cell: MapCell, of viewer: User.ID
    ) -> SuperMarker {
        let middle = Position(
            latE7: markers.reduce(0) { $0 + $1.position.latE7 } / markers.count,
            lonE7: markers.reduce(0) { $0 + $1.position.lonE7 } / markers.count)
        var merged = SuperMarker()
        (merged.lat, merged.lon) = (middle.lat, middle.lon)
        merged.count = UInt32(clamping: markers.count)
        merged.cell = cell.name
        merged.mine = markers.contains { $0.user == viewer }
        return merged
    }
}

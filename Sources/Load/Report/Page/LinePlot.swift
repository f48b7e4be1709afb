import Glibc

/// Lines over a common axis, drawn as SVG.
struct LinePlot: Sendable {
    struct Point: Equatable, Sendable {
        let x: Double
        let y: Double
    }

    struct Series: Equatable, Sendable {
        let name: String
        let points: [Point]
    }

    /// Something that stands at a place of the axis below.
    struct Tick: Equatable, Sendable {
        let x: Double
        let text: String
    }

    /// How heights are drawn.
    enum Scale: Sendable {
        /// From 0 up.
        case linear
        /// As far for ten times as much, wherever it is; what is not above 0 is left out.
        case logarithmic
    }

    let title: String
    /// What can be drawn of each series.
    let series: [Series]
    let ticks: [Tick]
    private let scale: Scale
    /// The heights that are named at the side, ascending: from the lowest to the highest drawn.
    let levels: [Double]
    /// From the leftmost point or tick to the rightmost.
    private let range: (first: Double, last: Double)

    /// - Parameter series: what cannot be drawn of them is left out.
    init(title: String, series: [Series], ticks: [Tick], scale: Scale = .linear) {
        (self.title, self.ticks, self.scale) = (title, ticks, scale)
        self.series = series.map { series in
            Series(
                name: series.name,
                points: series.points.filter { point in
                    point.x.isFinite && point.y.isFinite && (scale == .linear || point.y > 0)
                })
        }
        let points = self.series.flatMap(\.points)
        levels = Self.levels(of: points.map(\.y), scale)
        let places = points.map(\.x) + ticks.map(\.x)
        range = (places.min() ?? 0, places.max() ?? 1)
    }
}

// MARK: - Geometry

extension LinePlot {
    static let (width, height) = (820.0, 280.0)
    static let (left, right) = (80.0, width - 20)
    static let (top, bottom) = (64.0, height - 34)

    private static func levels(of heights: [Double], _ scale: Scale) -> [Double] {
        guard let lowest = heights.min(), let highest = heights.max() else { return [0, 1] }
        switch scale {
        case .linear:
            let step = roundStep(above: max(highest, 1e-9) / 4)
            return (0...4).map { Double($0) * step }
        case .logarithmic:
            let (first, last) = (log10(lowest).rounded(.down), log10(highest).rounded(.up))
            let decades = max(1, Int(last - first))
            return (0...decades).map { pow(10, first + Double($0)) }
        }
    }

    /// Where a point lies in the picture.
    func place(_ point: Point) -> Point {
        let (first, last) = range
        let share = last > first ? (point.x - first) / (last - first) : 0
        return Point(x: Self.left + share * (Self.right - Self.left), y: y(of: point.y))
    }

    private func y(of height: Double) -> Double {
        guard let low = levels.first, let high = levels.last, high > low else { return Self.bottom }
        let share: Double
        switch scale {
        case .linear: share = (height - low) / (high - low)
        case .logarithmic: share = (log10(height) - log10(low)) / (log10(high) - log10(low))
        }
        return Self.bottom - share * (Self.bottom - Self.top)
    }

    /// 1, 2 or 5 times a power of ten.
    private static func roundStep(above least: Double) -> Double {
        let power = pow(10, log10(least).rounded(.down))
        return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least } ?? 10 * power
    }
}

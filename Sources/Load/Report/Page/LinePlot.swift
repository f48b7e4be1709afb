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

extension LinePlot {
    private static let colors = ["#2f6fde", "#e09a3e", "#3a9d5d", "#b0489b", "#6b7680"]

    /// The picture.
    func element() -> MarkupElement {
        MarkupElement(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("role", "img"), ("aria-label", title),
                ("viewBox", "0 0 \(Self.width.digits(0)) \(Self.height.digits(0))"),
                ("font-family", "system-ui, sans-serif"), ("font-size", "12"),
            ],
            children: [label(title, x: Self.left, y: 20, [("font-weight", "600")])] + legend()
                + levels.flatMap(drawLevel) + ticks.flatMap(drawTick)
                + series.enumerated().map { drawLine($0.element, color: color($0.offset)) })
    }

    private func color(_ index: Int) -> String { Self.colors[index % Self.colors.count] }

    private func legend() -> [MarkupElement] {
        guard series.count > 1 else { return [] }
        return series.enumerated().flatMap { index, series in
            let x = Self.left + Double(index) * 130
            return [
                line(
                    Point(x: x, y: 40), Point(x: x + 14, y: 40),
                    [("stroke", color(index)), ("stroke-width", "3")]),
                label(series.name, x: x + 20, y: 44),
            ]
        }
    }

    private func drawLevel(_ level: Double) -> [MarkupElement] {
        let y = place(Point(x: 0, y: level)).y
        return [
            line(Point(x: Self.left, y: y), Point(x: Self.right, y: y), [("stroke", "#ddd")]),
            label(
                level.digits(level >= 10 || level == 0 ? 0 : 2), x: Self.left - 8, y: y + 4,
                [("text-anchor", "end")]),
        ]
    }

    private func drawTick(_ tick: Tick) -> [MarkupElement] {
        let x = place(Point(x: tick.x, y: levels[0])).x
        return [
            line(
                Point(x: x, y: Self.top), Point(x: x, y: Self.bottom),
                [("stroke", "#ddd"), ("stroke-dasharray", "3 3")]),
            label(tick.text, x: x, y: Self.bottom + 18, [("text-anchor", anchor(at: x))]),
        ]
    }

    /// What stands at the edges must not be cut off.
    private func anchor(at x: Double) -> String {
        x > Self.right - 80 ? "end" : x > Self.left ? "middle" : "start"
    }

    private func drawLine(_ series: Series, color: String) -> MarkupElement {
        let places = series.points.map(place).map { "\($0.x.digits(1)),\($0.y.digits(1))" }
        return MarkupElement(
            "polyline",
            [
                ("points", places.joined(separator: " ")), ("fill", "none"), ("stroke", color),
                ("stroke-width", "2"),
            ])
    }

    private func line(_ one: Point, _ other: Point, _ more: [(String, String)]) -> MarkupElement {
        MarkupElement(
            "line",
            [
                ("x1", one.x.digits(1)), ("y1", one.y.digits(1)), ("x2", other.x.digits(1)),
                ("y2", other.y.digits(1)),
            ] + more)
    }

    private func label(
        _ text: String, x: Double, y: Double, _ more: [(String, String)] = []
    ) -> MarkupElement {
        MarkupElement("text", [("x", x.digits(1)), ("y", y.digits(1))] + more, says: text)
    }
}

/// Horizontal bars in groups, drawn as SVG.
struct BarPlot: Sendable {
    /// One bar: how long, and what stands behind it.
    struct Bar: Sendable, Equatable {
        let length: Double
        let text: String
    }

    /// Bars that belong together; nil where a series has none.
    struct Group: Sendable {
        let name: String
        let bars: [Bar?]
    }

    let title: String
    /// What the bars of each group are, in their order.
    let series: [String]
    let groups: [Group]
}

// MARK: - Geometry

extension BarPlot {
    static let width = 820.0
    static let barHeight = 15.0
    static let barGap = 3.0
    static let groupGap = 18.0
    static let margin = 20.0
    private static let namesWidth = 200.0
    /// For what stands behind the longest bar.
    private static let textWidth = 130.0
    static let headHeight = 70.0
    static let barsLeft = margin + namesWidth

    /// A bar in its place.
    struct Placed: Equatable {
        let series: Int
        let y: Double
        let width: Double
        let text: String
    }

    private var longest: Double {
        groups.flatMap(\.bars).compactMap { $0?.length }.filter(\.isFinite).max() ?? 0
    }

    /// The width of a bar of that length: the longest fills the room there is.
    func barWidth(_ length: Double) -> Double {
        let room = Self.width - Self.barsLeft - Self.textWidth - Self.margin
        guard longest > 0, length.isFinite else { return 0 }
        return max(0, length / longest * room)
    }

    /// The bars of each group, from the top down.
    func placed() -> [[Placed]] {
        var y = Self.headHeight
        return groups.map { group in
            defer { y += Self.groupGap }
            return group.bars.enumerated().compactMap { index, bar in
                guard let bar else { return nil }
                defer { y += Self.barHeight + Self.barGap }
                return Placed(series: index, y: y, width: barWidth(bar.length), text: bar.text)
            }
        }
    }

    /// How high the picture is.
    var height: Double {
        let bottom = placed().joined().last.map { $0.y + Self.barHeight } ?? Self.headHeight
        return bottom + Self.margin
    }
}

extension BarPlot {
    private static let colors = ["#2f6fde", "#9aa3ad", "#e09a3e"]

    /// The picture.
    func svg() -> String {
        let background = MarkupElement(
            "rect", [("width", "100%"), ("height", "100%"), ("fill", "#fff")])
        let heading = label(
            title, x: Self.margin, y: 26, [("font-size", "15"), ("font-weight", "600")])
        let drawing = legend() + [mark()] + zip(groups, placed()).flatMap { draw($0, $1) }
        let picture = MarkupElement(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("width", Self.width.digits(0)),
                ("height", height.digits(0)), ("font-family", "system-ui, sans-serif"),
                ("font-size", "12"),
            ], children: [background, heading] + drawing)
        return picture.text() + "\n"
    }

    private func legend() -> [MarkupElement] {
        series.enumerated().flatMap { index, name in
            let x = Self.barsLeft + Double(index) * 110
            return [
                box(x: x, y: 41, width: 12, height: 12, series: index),
                label(name, x: x + 18, y: 51),
            ]
        }
    }

    /// The line that all bars are compared with.
    private func mark() -> MarkupElement {
        let x = (Self.barsLeft + barWidth(1)).digits(1)
        let (top, bottom) = (Self.headHeight - 6, height - Self.margin + 4)
        return MarkupElement(
            "line",
            [
                ("x1", x), ("y1", top.digits(1)), ("x2", x), ("y2", bottom.digits(1)),
                ("stroke", "#666"), ("stroke-dasharray", "3 3"),
            ])
    }

    private func draw(_ group: Group, _ bars: [Placed]) -> [MarkupElement] {
        guard let first = bars.first, let last = bars.last else { return [] }
        let middle = (first.y + last.y + Self.barHeight) / 2
        let name = label(group.name, x: Self.barsLeft - 12, y: middle + 4, [("text-anchor", "end")])
        return [name] + bars.flatMap { draw($0) }
    }

    private func draw(_ bar: Placed) -> [MarkupElement] {
        let weight = bar.series == 0 ? "600" : "400"
        return [
            box(
                x: Self.barsLeft, y: bar.y, width: bar.width, height: Self.barHeight,
                series: bar.series),
            label(
                bar.text, x: Self.barsLeft + bar.width + 6, y: bar.y + 12,
                [("font-weight", weight)]),
        ]
    }

    private func box(
        x: Double, y: Double, width: Double, height: Double, series: Int
    ) -> MarkupElement {
        MarkupElement(
            "rect",
            [
                ("x", x.digits(1)), ("y", y.digits(1)), ("width", width.digits(1)),
                ("height", height.digits(1)), ("rx", "2"),
                ("fill", Self.colors[series % Self.colors.count]),
            ])
    }

    private func label(
        _ text: String, x: Double, y: Double, _ more: [(String, String)] = []
    ) -> MarkupElement {
        MarkupElement(
            "text", [("x", x.digits(1)), ("y", y.digits(1)), ("fill", "#222")] + more, says: text)
    }
}

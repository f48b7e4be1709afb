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

import Testing

@testable import Load

@Suite struct `A plot of bars` {
    private static func plot(_ lengths: [[Double?]]) -> BarPlot {
        BarPlot(
            title: "a < b & \"c\"", series: ["one", "two"],
            groups: lengths.enumerated().map { index, bars in
                BarPlot.Group(
                    name: "group \(index)",
                    bars: bars.map { $0.map { BarPlot.Bar(length: $0, text: "\($0.digits(1))") } })
            })
    }

    @Test func `draws lengths to one scale, the longest as long as there is room`() throws {
        let plot = Self.plot([[1, 4], [2, 0]])
        let widths = plot.placed().map { $0.map(\.width) }
        let full = plot.barWidth(4)
        #expect(widths == [[full / 4, full], [full / 2, 0]])
        #expect(full > BarPlot.width / 2)
        #expect(BarPlot.barsLeft + full < BarPlot.width - BarPlot.margin)
    }

    @Test func `lets no two bars overlap, and holds them all`() {
        let plot = Self.plot([[1, 2], [nil, 3], [4, nil], [nil, nil], [5, 6]])
        let bars = plot.placed().flatMap(\.self)
        #expect(bars.map(\.series) == [0, 1, 1, 0, 0, 1])
        for (above, below) in zip(bars, bars.dropFirst()) {
            #expect(above.y + BarPlot.barHeight < below.y)
        }
        let last = bars.last?.y ?? .infinity
        #expect(last + BarPlot.barHeight <= plot.height)
    }

    @Test(
        arguments: [[[Double?]]](
            arrayLiteral: [], [[]], [[nil]], [[0]], [[.nan]], [[.infinity, 1]]))
    func `is a picture whatever was measured`(lengths: [[Double?]]) {
        let plot = Self.plot(lengths)
        #expect(plot.placed().joined().allSatisfy { $0.width.isFinite && $0.width >= 0 })
        #expect(plot.svg().hasSuffix("</svg>\n"))
        #expect(!plot.svg().contains("nan"))
    }

    @Test func `writes what is said so that it is text`() {
        let svg = Self.plot([[1, 2]]).svg()
        #expect(svg.contains(">a &lt; b &amp; &quot;c&quot;</text>"))
        #expect(svg.contains(">group 0</text>"))
        let boxes = svg.split(separator: "\n").count { $0.hasPrefix("<rect x=") }
        #expect(boxes == 4)
    }
}

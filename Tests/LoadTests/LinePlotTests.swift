import Testing

@testable import Load

@Suite struct `A plot of lines` {
    private static func plot(
        _ heights: [Double], _ scale: LinePlot.Scale = .linear
    ) -> LinePlot {
        LinePlot(
            title: "a < b & \"c\"",
            series: [
                LinePlot.Series(
                    name: "one",
                    points: heights.enumerated().map {
                        LinePlot.Point(x: Double($0.offset), y: $0.element)
                    })
            ], ticks: [LinePlot.Tick(x: 0, text: "<start>")], scale: scale)
    }

    @Test func `names heights that are round, up to above the highest`() {
        #expect(Self.plot([3, 39]).levels == [0, 10, 20, 30, 40])
        #expect(Self.plot([0.3]).levels.last.map { $0 >= 0.3 } == true)
        #expect(Self.plot([30, 4000], .logarithmic).levels == [10, 100, 1000, 10_000])
        #expect(Self.plot([]).levels == [0, 1])
    }

    @Test(arguments: [LinePlot.Scale.linear, .logarithmic])
    func `keeps every point within its frame`(scale: LinePlot.Scale) {
        let plot = Self.plot([0, 1, 5, 40_000, 0.5, 7], scale)
        for point in plot.series.flatMap(\.points).map(plot.place) {
            #expect((LinePlot.left...LinePlot.right).contains(point.x))
            #expect((LinePlot.top - 0.1...LinePlot.bottom + 0.1).contains(point.y))
        }
    }

    @Test func `draws ten times as much as far apart wherever it is`() {
        let plot = Self.plot([1, 10, 100, 1000], .logarithmic)
        let heights = plot.series.flatMap(\.points).map { plot.place($0).y }
        let steps = zip(heights, heights.dropFirst()).map { $0 - $1 }
        #expect(steps.allSatisfy { abs($0 - steps[0]) < 0.001 })
    }

    @Test(arguments: [[], [.nan], [.infinity, 1], [-1, 0], [0, 0]] as [[Double]])
    func `is a picture whatever was measured`(heights: [Double]) {
        for scale in [LinePlot.Scale.linear, .logarithmic] {
            let text = Self.plot(heights, scale).element().text()
            #expect(!text.contains("nan") && !text.contains("inf"))
            #expect(text.hasSuffix("</svg>"))
        }
    }

    @Test func `writes what is said so that it is text`() {
        let text = Self.plot([1, 2]).element().text()
        #expect(text.contains(">a &lt; b &amp; &quot;c&quot;</text>"))
        #expect(text.contains("&lt;start&gt;</text>"))
    }
}

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

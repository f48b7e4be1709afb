/// All figures of one run, and what they were measured on.
struct FigureSheet: Report {
    let machine: Machine
    /// The commit that was measured.
    let revision: String
    /// What measures them again.
    let command: String
    let figures: [Figure]
    /// Promises that were broken while it was measured.
    let complaints: [String]

    private static let heads = [
        "Work", "Upfor", "C epoll", "SwiftNIO", "Upfor / C", "SwiftNIO / Upfor", "Goal", "",
    ]

    var columns: [String] { Self.heads }
    var rows: [[String]] { figures.map(\.cells) }

    /// A page of documentation.
    func page() -> String {
        let table = TextTable.markdown([columns] + rows)
        let lines =
            [
                "# Figures", "",
                "Written by `\(command)` at commit \(revision). Do not edit.", "",
                "Machine: \(machine.text).", "",
                "![Processor time, plain C being 1](echo.svg)", "",
            ] + table + (complaints.isEmpty ? [] : [""] + complaints)
        return lines.joined(separator: "\n") + "\n"
    }

    /// The figures that compare processor time, as bars: plain C is 1.
    func plot() -> BarPlot {
        let compared = figures.filter { $0.c != nil && $0.unit.hasPrefix("µs") }
        return BarPlot(
            title: "Processor time of the server, plain C being 1; shorter is better",
            series: ["Upfor", "C epoll", "SwiftNIO"],
            groups: compared.map { figure in
                let c = figure.c ?? 1
                let values = [figure.ours, figure.c, figure.nio]
                return BarPlot.Group(
                    name: figure.work,
                    bars: values.map { value in
                        value.map {
                            BarPlot.Bar(
                                length: $0 / c, text: "\(($0 / c).digits(2))  (\($0.digits(2)) µs)")
                        }
                    })
            })
    }
}

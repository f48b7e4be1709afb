import Testing

@testable import Load

@Suite struct `A figure` {
    @Test(
        arguments: [
            (.timesC(1.1), 1.1, 1.0, true, "≤ 1.10 of C"),
            (.timesC(1.1), 1.11, 1.0, false, "≤ 1.10 of C"),
            (.timesC(1.1), 1.0, nil, nil, "≤ 1.10 of C"),
            (.atMost(100), 100, nil, true, "≤ 100"),
            (.atMost(2.5), 2.6, nil, false, "≤ 2.50"),
        ] as [(Goal, Double, Double?, Bool?, String)])
    func `is held against its goal`(
        goal: Goal, ours: Double, c: Double?, isReached: Bool?, text: String
    ) {
        #expect(goal.isReached(ours, c: c) == isReached)
        #expect(goal.text(digits: 2) == text)
    }

    @Test func `stands beside those of others`() {
        let figure = Figure(
            "echo", "µs a message", digits: 2, ours: 3, c: 2, nio: 6, goal: .timesC(1.1))
        #expect(
            figure.cells == [
                "echo", "3.00 µs a message", "2.00", "6.00", "1.50", "2.00", "≤ 1.10 of C",
                "missed",
            ])
        let alone = Figure("idle", "bytes", digits: 0, ours: 81)
        #expect(alone.cells == ["idle", "81 bytes", "", "", "", "", "", ""])
    }

    @Test func `is a line of a page, a member of an object, and a bar`() throws {
        let sheet = FigureSheet(
            machine: Machine(processor: "Abacus", cores: 2, kernel: "Linux 6"), revision: "abc",
            command: "make bench",
            figures: [
                Figure("echo", "µs a message", digits: 2, ours: 3, c: 2, goal: .timesC(1.1)),
                Figure("idle", "bytes", digits: 0, ours: 81, c: 80, goal: .atMost(100)),
            ], complaints: [])
        let page = sheet.page()
        #expect(page.contains("Machine: Abacus, 2 cores, Linux 6."))
        #expect(page.contains("| echo | 3.00 µs a message | 2.00 |  | 1.50 |  |"))
        #expect(try sheet.json().contains(#""isReached":true,"ours":81"#))
        #expect(sheet.plot().groups.map(\.name) == ["echo"])
    }

    @Test func `names the processor it was measured on`() {
        #expect(Machine.processor(in: "x: y\nmodel name\t: Intel(R)  Xeon \n") == "Intel(R) Xeon")
        #expect(Machine.processor(in: "model name\t:\nflags : a") == nil)
        #expect(Machine.processor(in: "") == nil)
    }
}

import Testing

@testable import Simulation

@Suite struct `The agenda` {
    @Test func `hands out what is due first, and of the same time what was planned first`() {
        var agenda = Agenda()
        var happened: [Int] = []
        let times = [30, 10, 20, 10, 40, 10, 0]
        for (number, time) in times.enumerated() {
            agenda.add(at: .milliseconds(time)) { happened.append(number) }
        }
        while let (_, happen) = agenda.takeNext() { happen() }
        #expect(happened == [6, 1, 3, 5, 2, 0, 4])
    }

    @Test func `takes in more while it hands out`() {
        var agenda = Agenda()
        var chance = Chance(seed: 1)
        var last = Duration.zero
        for _ in 0..<100 { agenda.add(at: chance.milliseconds(0...1000)) {} }
        for _ in 0..<1000 {
            guard let (time, _) = agenda.takeNext() else { break }
            #expect(time >= last)
            last = time
            agenda.add(at: time + chance.milliseconds(0...1000)) {}
        }
        #expect(last > .seconds(1))
    }
}

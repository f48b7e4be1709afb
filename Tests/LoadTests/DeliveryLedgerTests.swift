import TestSupport
import Testing

@testable import Load

@Suite struct `The ledger of deliveries` {
    /// Message numbers in order of arrival, and the ledger's counts: delivered, doubled, reordered.
    struct Case: Sendable, CustomTestStringConvertible {
        let came: [Int]
        let verdict: [Int]
        var testDescription: String { "\(came)" }
    }

    @Test(arguments: [
        Case(came: [], verdict: [0, 0, 0]),
        Case(came: [0, 1, 2], verdict: [3, 0, 0]),
        Case(came: [0, 2], verdict: [2, 0, 0]),
        Case(came: [1], verdict: [1, 0, 0]),
        Case(came: [0, 0], verdict: [1, 1, 0]),
        Case(came: [0, 1, 0, 1], verdict: [2, 2, 0]),
        Case(came: [1, 0], verdict: [2, 0, 1]),
        Case(came: [2, 1, 0], verdict: [3, 0, 2]),
        Case(came: [2, 0, 0, 1], verdict: [3, 1, 2]),
        Case(came: [5, 5], verdict: [1, 1, 0]),
        Case(came: [0, .max, 1], verdict: [2, 1, 0]),
        Case(came: [.min, -1, 0], verdict: [1, 2, 0]),
    ])
    func `tells lost, doubled and reordered messages apart`(sample: Case) {
        var ledger = DeliveryLedger()
        for number in sample.came { ledger.deliver(number) }
        let verdict = [ledger.deliveredCount, ledger.duplicateCount, ledger.reorderedCount]
        #expect(verdict == sample.verdict)
    }

    @Test func `agrees with a simple count, whatever comes`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let came = (0..<40).map { _ in Int(generator.next() % 20) }
            var ledger = DeliveryLedger()
            for number in came { ledger.deliver(number) }
            #expect(ledger.deliveredCount == Set(came).count)
            #expect(ledger.duplicateCount == came.count - Set(came).count)
            let firsts = came.indices.filter { !came[..<$0].contains(came[$0]) }
            let late = firsts.filter { index in came[..<index].contains { $0 > came[index] } }
            #expect(ledger.reorderedCount == late.count)
        }
    }
}

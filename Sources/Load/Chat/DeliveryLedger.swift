/// What came of one author's messages at one reader: each is due once, in order.
struct DeliveryLedger: Sendable {
    /// Messages that came, each counted once.
    private(set) var deliveredCount = 0
    /// Messages that came again.
    private(set) var duplicateCount = 0
    /// Messages that came after one that was sent later.
    private(set) var reorderedCount = 0
    /// Numbers that were passed over and have not come since.
    private var missing: Set<Int> = []
    private var next = 0

    /// Beyond so many at once nobody is served by knowing which.
    private static let missingMax = 1_000_000

    /// Takes note of the message of that number; an author counts from 0.
    mutating func deliver(_ number: Int) {
        switch number {
        case next:
            next += 1
            deliveredCount += 1
        case (next + 1)..<(next + Self.missingMax):
            missing.formUnion(next..<number)
            next = number + 1
            deliveredCount += 1
        default:
            guard missing.remove(number) != nil else { return duplicateCount += 1 }
            reorderedCount += 1
            deliveredCount += 1
        }
    }
}

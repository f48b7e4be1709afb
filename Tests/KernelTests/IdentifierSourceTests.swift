import Kernel
import Testing

@Suite struct `Ids` {
    private static let noon = Moment(unixMilliseconds: 1_795_176_000_000)

    private static func ascend(_ ids: [Identifier<User>]) -> Bool {
        zip(ids, ids.dropFirst()).allSatisfy { $0 < $1 }
    }

    @Test func `ascend with time`() {
        var source = IdentifierSource(node: 0)
        let ids: [Identifier<User>] = (0..<100).map {
            source.next(at: Self.noon.advanced(by: .milliseconds($0)))
        }
        #expect(Self.ascend(ids))
    }

    @Test func `ascend within a millisecond, also beyond 4,096 of them`() {
        var source = IdentifierSource(node: 5)
        let ids: [Identifier<User>] = (0..<10_000).map { _ in source.next(at: Self.noon) }
        #expect(Self.ascend(ids))
        let later: Identifier<User> = source.next(at: Self.noon.advanced(by: .milliseconds(1)))
        #expect(ids.allSatisfy { $0 < later })
    }

    @Test func `ascend when the clock goes back, and when it comes again`() {
        var source = IdentifierSource(node: 0)
        let steps = [0, 5, -3_600_000, -3_599_999, 6, -9_000_000_000_000, 7]
        let ids: [Identifier<User>] = steps.map {
            source.next(at: Self.noon.advanced(by: .milliseconds($0)))
        }
        #expect(Self.ascend(ids))
        #expect(ids.allSatisfy { $0.rawValue > 0 })
    }

    @Test func `of different nodes are never the same`() {
        var ids: Set<Identifier<User>> = []
        for node in 0..<1024 {
            var source = IdentifierSource(node: node)
            for _ in 0..<3 { ids.insert(source.next(at: Self.noon)) }
        }
        #expect(ids.count == 3 * 1024)
    }

    @Test func `made before 2026 are still ids`() {
        var source = IdentifierSource(node: 0)
        let first: Identifier<User> = source.next(at: Moment(unixMilliseconds: 0))
        let second: Identifier<User> = source.next(at: Moment(unixMilliseconds: 0))
        #expect(first.rawValue > 0)
        #expect(first < second)
    }
}

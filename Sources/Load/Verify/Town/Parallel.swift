/// Many things at once, but not too many.
enum Parallel {
    /// Does `body` for each, `width` at a time.
    ///
    /// - Throws: the first failure, after those that were under way have ended.
    static func each<Item: Sendable>(
        _ items: [Item], width: Int,
        _ body: @escaping @Sendable (Item) async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) {
        _ = try await map(items, width: width, body)
    }

    /// What `body` makes of each, in their order.
    static func map<Item: Sendable, Output: Sendable>(
        _ items: [Item], width: Int,
        _ body: @escaping @Sendable (Item) async throws(LoadFailure) -> Output
    ) async throws(LoadFailure) -> [Output] {
        typealias Outcome = (index: Int, result: Result<Output, LoadFailure>)
        let results = await withTaskGroup(of: Outcome.self) { group in
            var results: [Result<Output, LoadFailure>?] = Array(repeating: nil, count: items.count)
            var next = 0
            func add() {
                guard next < items.count else { return }
                let (index, item) = (next, items[next])
                next += 1
                group.addTask { (index, await Self.outcome(of: item, body)) }
            }
            for _ in 0..<width { add() }
            while let outcome = await group.next() {
                results[outcome.index] = outcome.result
                add()
            }
            return results
        }
        var outputs: [Output] = []
        for case let result? in results { outputs.append(try result.get()) }
        return outputs
    }

    private static func outcome<Item, Output>(
        of item: Item, _ body: (Item) async throws(LoadFailure) -> Output
    ) async -> Result<Output, LoadFailure> {
        do throws(LoadFailure) {
            return .success(try await body(item))
        } catch {
            return .failure(error)
        }
    }
}

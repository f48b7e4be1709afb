/// Waits until something is so.
///
/// - Parameter limit: longer than it can take: a test that waits in vain fails, and does not hang.
/// - Returns: whether it came to be so.
public func eventually(
    within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
    _ condition: () throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + limit
    while try !condition() {
        guard ContinuousClock.now < end, !Task.isCancelled else { return false }
        await Task.yield()
    }
    return true
}

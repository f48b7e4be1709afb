/// Something with connections, which are ended when they are not needed any more.
protocol Dismissible {
    /// Ends all connections.
    func dismiss() async
}

extension Dismissible {
    /// What `body` makes of it, which is dismissed afterwards, however that ends.
    func whileThere<Outcome>(
        _ body: (Self) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        do throws(LoadFailure) {
            let outcome = try await body(self)
            await dismiss()
            return outcome
        } catch {
            await dismiss()
            throw error
        }
    }
}

import Storage
package import Testing

/// Expects one line for the administrator, with these words in it.
package func expectProblem(
    naming words: String..., at location: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) throws {
    let problem = #expect(throws: DataFolder.Problem.self, sourceLocation: location) { try body() }
    let line = try #require(problem?.description, sourceLocation: location)
    for word in words { #expect(line.contains(word), sourceLocation: location) }
    #expect(!line.contains("\n"), sourceLocation: location)
}

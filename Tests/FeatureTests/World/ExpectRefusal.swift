import Kernel
import Testing
import Wire

/// Expects that `body` is refused with `code`, for `field`.
func expectRefusal(
    _ code: ErrorCode, _ field: String = "", because cause: String? = nil,
    at location: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
    let refusal = #expect(throws: Refusal.self, sourceLocation: location) { try body() }
    #expect(refusal?.code == code, sourceLocation: location)
    #expect(refusal?.field == field, sourceLocation: location)
    if let cause { #expect(refusal?.cause?.text == cause, sourceLocation: location) }
}

import Client
import Wire

/// One command that needs nobody to be signed in.
struct Visit: Sendable {
    private let opening: SessionOpening

    init(_ options: Options) throws(Failure) {
        opening = try SessionOpening(options)
    }

    /// Asks, and says `sentence` when it was done.
    func tell(
        _ command: ClientMessage.OneOf_Command, _ sentence: String
    ) async throws(Failure) {
        let client = try await opening.connection()
        do {
            let answer = try await client.call(command)
            await client.close()
            opening.output.done(answer, SafeText(sentence).line)
        } catch {
            await client.close()
            throw Failure(error)
        }
    }
}

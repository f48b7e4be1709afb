import Kernel
import Speech
import Wire

extension Refusal {
    /// Nothing was spoken, or judged. What a program did wrong is not for the peer.
    init(_ failure: SpeechFailure) {
        self =
            switch failure {
            case .off:
                Refusal(
                    .notFound, field: "language",
                    "this server has no program that speaks or understands this language")
            case .full(let retryAfter):
                Refusal(
                    .busy, "too many words are being spoken or judged; try again later",
                    retryAfter: retryAfter)
            case .failed:
                Refusal(
                    .unavailable, "the program that speaks or listens has failed",
                    retryAfter: .seconds(5))
            case .unknownWord:
                Refusal(.invalidField, field: "word", "expected a word whose sounds are known")
            }
    }

    /// What was sent is no recording that can be judged.
    init(_ flaw: RecordingFlaw) {
        self =
            switch flaw {
            case .noWave, .otherFormat: Refusal(.invalidField, field: "recording", flaw.text)
            case .tooLong: Refusal(.tooLarge, field: "recording", flaw.text)
            case .tooShort, .cutOff: Refusal(.malformed, field: "recording", flaw.text)
            }
    }
}

/// Asks who speaks or listens, for a command that waits for it.
func speaking<Value: Sendable>(
    _ ask:
        @escaping @Sendable (@escaping @Sendable (Result<Value, SpeechFailure>) -> Void) -> Void
) -> @Sendable (@escaping @Sendable (Result<Value, Refusal>) -> Void) -> Void {
    { tell in ask { result in tell(result.mapError { Refusal($0) }) } }
}

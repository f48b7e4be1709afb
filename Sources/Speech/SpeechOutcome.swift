/// What became of a word that was to be spoken, or of a recording that was to be judged: for who
/// counts.
public enum SpeechOutcome: Equatable, Sendable {
    /// A program has done it.
    case done
    /// It was there already.
    case kept
    /// Too many waited.
    case refused
    /// The program has not done it, for the reason: no word of it is a peer's.
    case failed(String)

    /// Takes note of one, on any thread.
    public typealias Note = @Sendable (SpeechOutcome) -> Void

    /// - Returns: nil where there was nothing to be done.
    init?<Value>(_ result: Result<Value, SpeechFailure>) {
        switch result {
        case .success: self = .done
        case .failure(.full): self = .refused
        case .failure(.failed(let reason)): self = .failed(reason)
        case .failure(.off), .failure(.unknownWord): return nil
        }
    }
}

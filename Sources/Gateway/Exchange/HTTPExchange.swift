package import HTTP
import HTTPTypes

/// The HTTP part of a connection's life, whoever listens: one request after the other.
///
/// What comes while a request is worked on waits; it is no more than one read, since the connection
/// is not read meanwhile.
package class HTTPExchange {
    /// How far the current request has come.
    package enum Stage {
        /// It is being read.
        case reading
        /// Somebody else works on it; nothing is read meanwhile.
        case working
        /// It has its answer, which the peer has not taken yet.
        case draining
        /// Its answer waits for a while.
        case resting
    }

    var parser: RequestParser
    /// Whether a request has been answered: the next may take its time to begin.
    var isKept = false
    /// Answers so far.
    var answerCount = 0
    var stage = Stage.reading
    /// What came behind the current request; of one read, or less.
    var rest: [UInt8] = []
    /// Whether the peer sends nothing more, and waits for what it is still owed.
    var isFinished = false
    /// Whether the last request is HEAD: no body answers it.
    package var isToHead = false
    /// Whether another request may follow the last one.
    package var keepsAlive = false

    package init(limits: HTTPLimits) {
        parser = RequestParser(limits: limits)
    }

    /// The next event of what has come; nil when there is none, or the last request is not answered
    /// yet.
    func next(_ input: inout UnsafeRawBufferPointer) -> RequestEvent? {
        guard stage == .reading else {
            rest += input
            input = UnsafeRawBufferPointer(rebasing: input.suffix(0))
            return nil
        }
        let event = parser.next(&input)
        switch event {
        case .request(let request):
            (isToHead, keepsAlive) = (request.head.method == .head, request.keepsAlive)
        // Nothing can follow what was not read to its end.
        case .largeBody(let head): (isToHead, keepsAlive) = (head.method == .head, false)
        case .violation(let violation): (isToHead, keepsAlive) = (violation.isToHead, false)
        case nil: break
        }
        return event
    }

    /// Whether nothing of a request has come, and none is owed an answer.
    var isIdle: Bool { stage == .reading && parser.isIdle }
}

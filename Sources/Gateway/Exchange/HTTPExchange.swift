package import HTTP
import HTTPTypes

/// The HTTP phase of a connection, for every kind of listener: one request after the other.
///
/// Input that arrives while a request is under way waits. It is at most one read, since the
/// connection is not read meanwhile.
package class HTTPExchange {
    /// How far the current request has come.
    package enum Stage {
        /// It is being read.
        case reading
        /// Another part of the daemon works on it; nothing is read meanwhile.
        case working
        /// The first part of its answer is sent; the next one is made when the peer has taken it.
        case sending
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
    /// Input behind the current request: at most one read.
    var rest: [UInt8] = []
    /// Whether the peer has finished sending, and waits for the answers it is still owed.
    var isFinished = false
    /// Whether the last request is HEAD: no body answers it.
    package var isToHead = false
    /// Whether another request may follow the last one.
    package var keepsAlive = false

    package init(limits: HTTPLimits) {
        parser = RequestParser(limits: limits)
    }

    /// The next event of the input; nil when there is none, or the last request is not answered
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
        case .bodyPart, nil: break
        }
        return event
    }

    /// Whether no part of a request has arrived, and none awaits an answer.
    var isIdle: Bool { stage == .reading && parser.isIdle }
}

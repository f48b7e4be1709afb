import Glibc
package import Kernel
package import Observability
package import Outbound
package import WebPush

/// A way by which notifications leave the server: a webhook, or the push services of browsers.
///
/// It decides, and does nothing itself: a `Courier` sends requests, waits and tries again.
package protocol Notifier: Sendable {
    /// Its name in the event log.
    var name: String { get }

    /// The receivers of a notification.
    ///
    /// - Parameter subscriptions: of its user's devices.
    /// - Returns: a device each; nil: the one receiver of all notifications.
    func receivers(among subscriptions: [Subscription]) -> [Subscription?]

    /// How many keys may sign a letter, one at a time: a receiver accepts one of them.
    var signerCount: Int { get }

    /// The request that carries a letter now; one for each attempt.
    func request(for letter: Letter, at now: Moment) -> OutboundRequest?

    /// What the answer to a letter means.
    func verdict(
        on result: Result<OutboundResponse, OutboundFailure>, at now: Moment
    ) -> Verdict
}

extension Notifier {
    package var signerCount: Int { 1 }
}

/// One notification for one receiver.
package struct Letter: Sendable {
    package let user: User.ID
    let notification: Notification
    /// Those that it replaces, the newest first: one of them may stand when it does not any more.
    var replaced: [Notification] = []
    /// The device; nil: the receiver of all notifications.
    let subscription: Subscription?
    /// The index of the key that signs it, from 0 on.
    var signer = 0

    /// The same for letters of which only the newest is worth sending; nil: all are.
    var topic: String? { notification.news.gathered?.topic }
}

/// The outcome of an attempt.
package enum Verdict: Equatable, Sendable {
    case delivered
    /// Not before `after`, if the receiver has said so.
    case retry(after: Duration?)
    /// There is no such receiver any more.
    case gone
    /// The receiver will never accept it.
    case refused(status: Int)
    /// The receiver rejects our key: it is not the one that the receiver knows, or no good.
    case unauthorized(status: Int)
    /// The receiver rejects it, maybe because it knows another of our keys.
    case doubtful(status: Int)

    /// As HTTP answers usually mean.
    init(_ result: Result<OutboundResponse, OutboundFailure>, at now: Moment) {
        switch result {
        case .failure(let failure):
            self = failure.isTemporary ? .retry(after: nil) : .refused(status: 0)
        case .success(let response):
            switch response.status {
            case 200...299: self = .delivered
            case 408, 429, 500...599: self = .retry(after: response.retryAfter(at: now))
            default: self = .refused(status: response.status)
            }
        }
    }
}

extension OutboundResponse {
    /// How long the other server asks us to wait, in seconds or until a date: at most a day.
    ///
    /// - Source: RFC 9110 §10.2.3.
    func retryAfter(at now: Moment) -> Duration? {
        guard let text = fields["retry-after"] else { return nil }
        if let seconds = UInt32(text) { return .seconds(min(seconds, 86_400)) }
        guard let date = HTTPDate.seconds(in: text) else { return nil }
        let seconds = date.subtractingReportingOverflow(now.unixMilliseconds / 1000)
        return seconds.overflow ? nil : .seconds(max(0, min(seconds.partialValue, 86_400)))
    }
}

/// Certificates of the authorities that are trusted to vouch for a server.
package enum Authorities {
    /// Read once: the file may change, or go, while the daemon runs.
    package static func read(
        _ path: String, of part: String
    ) throws(StartFailure) -> [UInt8]? {
        guard !path.isEmpty else { return nil }
        guard let bytes = SmallFile.bytes(of: path, atMost: 1 << 20) else {
            throw StartFailure(
                "\(part).authorities: cannot read \(path): \(String(cString: strerror(errno)))")
        }
        guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw StartFailure("\(part).authorities: \(path) has no certificate in PEM format")
        }
        return bytes
    }
}

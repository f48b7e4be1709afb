import Accounts
import Kernel
import SwiftProtobuf
import Wire

/// What a search is for besides words: messages of one author, of one kind, of a time.
///
/// It only compares what is in the messages that the caller may read: a name that no user has finds
/// as little as that of a stranger, by the same work.
struct SearchFilter: Equatable, Sendable {
    /// A username.
    private(set) var author: String?
    private(set) var kind: MessageKind?
    private var since: Moment?
    private var until: Moment?

    /// Nodes number messages by their own clocks: an id may be so much off the time of its message.
    private static let skewMax = Duration.seconds(300)

    /// Any message.
    init() {}

    /// - Throws: `.invalidField` for what can be no username, for a kind that this version does not
    ///   know, and for a time that ends before it begins.
    init(_ command: RoomSearch) throws(Refusal) {
        if !command.from.isEmpty {
            author = try Username(command.from, field: "from").description
        }
        switch command.kind {
        case .unspecified: break
        case .texts, .pictures, .voices, .files, .links, .places, .polls: kind = command.kind
        case .UNRECOGNIZED:
            throw Refusal(.invalidField, field: "kind", "expected a kind of messages")
        }
        if command.hasSince { since = Moment(unixMilliseconds: command.since.unixMilliseconds) }
        if command.hasUntil { until = Moment(unixMilliseconds: command.until.unixMilliseconds) }
        if let since, let until, since > until {
            throw Refusal(.invalidField, field: "until", "expected no time before `since`")
        }
    }

    /// Behind which event the messages are.
    var after: Int64 {
        guard let since else { return 0 }
        return IdentifierSource.smallest(at: since) - IdentifierSource.distance(Self.skewMax)
    }

    /// Before which event they are.
    var before: Int64 {
        guard let until else { return .max }
        let (end, isBehindAll) = IdentifierSource.smallest(at: until)
            .addingReportingOverflow(IdentifierSource.distance(Self.skewMax))
        return isBehindAll ? .max : end
    }

    func includes(_ message: RoomMessage) -> Bool {
        let at = Moment(unixMilliseconds: message.at.unixMilliseconds)
        return (author ?? message.from) == message.from
            && kind.map(message.kinds.contains) != false
            && since.map { $0 <= at } != false && until.map { at < $0 } != false
    }
}

extension RoomMessage {
    /// The kinds that it is found by.
    var kinds: [MessageKind] {
        let kinds: [MessageKind] = attachments.map { attachment in
            switch attachment.kind {
            case .picture: .pictures
            case .voice: .voices
            case .link: .links
            case .location: .places
            case .file, .unspecified, .UNRECOGNIZED: .files
            }
        }
        guard !hasPoll else { return kinds + [.polls] }
        return kinds.allSatisfy { $0 == .links } ? kinds + [.texts] : kinds
    }
}

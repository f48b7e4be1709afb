import ArgumentParser
import SwiftProtobuf
import Wire

/// The meetup with a language partner: offered, accepted, countered, taken back.
struct MeetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "meet", abstract: "Arrange to meet a language partner.",
        discussion: """
            `offer` proposes a time and a place; `counter` is the same, as an answer to what the \
            other proposed. `accept` takes what was proposed: with --at and --place only if it \
            still is that. `withdraw` takes a proposal back, declines one or cancels a meetup. A \
            time is `18:30`, `2026-11-27 18:30`, or has a zone: `2026-11-27T18:30:00Z`.

            Examples:
              upfor meet offer ben --at "2026-11-27 18:30" --place "Café Central"
              upfor meet accept ben
              upfor meet counter ben --at 19:00 --place "the library"
              upfor meet withdraw ben
              upfor meet show ben
            """)

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case offer, counter, accept, withdraw, show
    }

    @Argument(help: "offer, counter, accept, withdraw or show.")
    var action: Action

    @Argument(help: "The partner's username.")
    var name: String

    @Option(help: "When.")
    var at: String?

    @Option(help: "Where; at most 200 characters.")
    var place: String?

    @OptionGroup var options: Options

    func validate() throws {
        let isProposal = [.offer, .counter].contains(action)
        guard !isProposal || (at != nil && place != nil) else {
            throw ValidationError("`\(action.rawValue)` takes --at and --place")
        }
        guard isProposal || action == .accept || (at == nil && place == nil) else {
            throw ValidationError("`\(action.rawValue)` takes neither --at nor --place")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        let times = session.output.wording?.times ?? .system
        let time: Google_Protobuf_Timestamp?
        if let at { time = try TypedTime(at, at: times).timestamp } else { time = nil }
        let partnership = try await session.partnership(with: name)
        switch action {
        case .offer, .counter:
            try await session.show(
                .meetupOffer(
                    .with {
                        ($0.number, $0.place) = (partnership.number, place ?? "")
                        $0.version = partnership.version
                        if let time { $0.at = time }
                    }))
        case .accept:
            guard partnership.status != .noMeetup || place != nil else {
                throw .local("\(name) has proposed nothing: `meet offer \(name)` does")
            }
            try await session.show(
                .meetupAccept(
                    .with {
                        $0.number = partnership.number
                        $0.place = place ?? partnership.place
                        if let time { $0.at = time }
                        if time == nil, partnership.hasAt { $0.at = partnership.at }
                    }))
        case .withdraw:
            try await session.show(
                .meetupClear(
                    .with { ($0.number, $0.version) = (partnership.number, partnership.version) }))
        case .show: session.output.answer(.partnership(partnership))
        }
    }
}

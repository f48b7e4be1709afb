import Promises
import SwiftProtobuf
import Synchronization
import Wire

/// The commands of a person about language partners and their meetups.
///
/// Even numbers know the language that odd ones learn, and the other way round. So permanent
/// strangers may still be partners.
struct Meetings {
    /// So few partners that each meetup sees some changes.
    static let partnersMax = 3
    /// Soon, so that a meetup passes while others continue.
    static let aheadMilliseconds = 1_000...5_000

    private let person: Int
    private let partnerships: [Partnership]
    private let roster: Roster

    /// - Parameter partnerships: as the server lists them.
    init(_ person: Int, _ partnerships: [Partnership], _ roster: Roster) {
        (self.person, self.partnerships, self.roster) = (person, partnerships, roster)
    }

    /// The language profile of a person.
    static func introduction(of person: Int, named name: String) -> ClientMessage.OneOf_Command {
        .speakerSet(
            .with {
                ($0.firstName, $0.lastName, $0.cid) = (name, "Doe", "speaker")
                ($0.known, $0.learn) = person % 2 == 0 ? ("en", "zh") : ("zh", "en")
            })
    }

    /// The next command.
    ///
    /// - Parameter now: in milliseconds since 1970.
    func next(
        _ cid: String, at now: Int64, _ dice: inout Dice
    ) -> ClientMessage.OneOf_Command {
        let seeks = partnerships.count < Self.partnersMax && dice.happens(percent: 10)
        guard !partnerships.isEmpty, !seeks else { return match(cid, &dice) }
        let waiting = partnerships.filter { isWaited(for: $0) }
        let choice = waiting.isEmpty || dice.happens(percent: 30) ? partnerships : waiting
        let partnership = choice[dice.roll(0...choice.count - 1)]
        switch dice.roll(1...100) {
        case ...(isWaited(for: partnership) ? 15 : 70):
            return offer(partnership, cid, at: now, &dice)
        // Also of the person's own proposal, which is refused.
        case ...80: return accept(partnership, cid)
        case ...94: return clear(partnership, cid, &dice)
        default: return .partnerEnd(.with { ($0.number, $0.cid) = (partnership.number, cid) })
        }
    }

    /// Whether this person has to answer a proposal.
    private func isWaited(for partnership: Partnership) -> Bool {
        let isFirst = partnership.first.username == roster.name(person)
        return partnership.status == (isFirst ? .proposedBySecond : .proposedByFirst)
    }

    /// By name, or by chance.
    private func match(_ cid: String, _ dice: inout Dice) -> ClientMessage.OneOf_Command {
        let isNamed = dice.happens(percent: 70)
        return .partnerMatch(
            .with { ($0.username, $0.cid) = (isNamed ? roster.name(person ^ 3) : "", cid) })
    }

    private func offer(
        _ partnership: Partnership, _ cid: String, at now: Int64, _ dice: inout Dice
    ) -> ClientMessage.OneOf_Command {
        let at = now + Int64(dice.roll(Self.aheadMilliseconds))
        let place = ["park", "café", "station"][dice.roll(0...2)]
        let isOfVersion = dice.happens(percent: 50)
        return .meetupOffer(
            .with {
                ($0.number, $0.cid, $0.place) = (partnership.number, cid, place)
                $0.at = Google_Protobuf_Timestamp(unixMilliseconds: at)
                if isOfVersion { $0.version = partnership.version }
            })
    }

    /// Accepts the proposal as it stands.
    private func accept(_ partnership: Partnership, _ cid: String) -> ClientMessage.OneOf_Command {
        .meetupAccept(
            .with {
                ($0.number, $0.cid, $0.place) = (partnership.number, cid, partnership.place)
                if partnership.hasAt { $0.at = partnership.at }
            })
    }

    private func clear(
        _ partnership: Partnership, _ cid: String, _ dice: inout Dice
    ) -> ClientMessage.OneOf_Command {
        let isOfVersion = dice.happens(percent: 50)
        return .meetupClear(
            .with {
                ($0.number, $0.cid) = (partnership.number, cid)
                if isOfVersion { $0.version = partnership.version }
            })
    }
}

/// Concurrent work of bounded width.
enum Parallel {
    /// Does `body` for each, `width` at a time.
    ///
    /// - Throws: the first failure, after those that were under way have ended.
    static func each<Item: Sendable>(
        _ items: [Item], width: Int,
        _ body: @escaping @Sendable (Item) async throws(LoadFailure) -> Void
    ) async throws(LoadFailure) {
        _ = try await map(items, width: width, body)
    }

    /// What `body` makes of each, in their order.
    static func map<Item: Sendable, Output: Sendable>(
        _ items: [Item], width: Int,
        _ body: @escaping @Sendable (Item) async throws(LoadFailure) -> Output
    ) async throws(LoadFailure) -> [Output] {
        typealias Outcome = (index: Int, result: Result<Output, LoadFailure>)
        let results = await withTaskGroup(of: Outcome.self) { group in
            var results: [Result<Output, LoadFailure>?] = Array(repeating: nil, count: items.count)
            var next = 0
            func add() {
                guard next < items.count else { return }
                let (index, item) = (next, items[next])
                next += 1
                group.addTask { (index, await Self.outcome(of: item, body)) }
            }
            for _ in 0..<width { add() }
            while let outcome = await group.next() {
                results[outcome.index] = outcome.result
                add()
            }
            return results
        }
        var outputs: [Output] = []
        for case let result? in results { outputs.append(try result.get()) }
        return outputs
    }

    private static func outcome<Item, Output>(
        of item: Item, _ body: (Item) async throws(LoadFailure) -> Output
    ) async -> Result<Output, LoadFailure> {
        do throws(LoadFailure) {
            return .success(try await body(item))
        } catch {
            return .failure(error)
        }
    }
}

/// Latencies that many threads record together.
final class Stopwatch: Sendable {
    private let latencies = Mutex(Latencies())
    private let countMax: Int

    /// - Parameter countMax: records no more than this, so that two stretches of time have as many.
    init(countMax: Int = .max) {
        self.countMax = countMax
    }

    func record(from start: UInt64, to end: UInt64) {
        latencies.withLock { if $0.count < countMax { $0.record(from: start, to: end) } }
    }

    var isFull: Bool { latencies.withLock { $0.count >= countMax } }

    /// Takes out what was recorded since the last time.
    func take() -> Latencies {
        latencies.withLock { latencies in
            defer { latencies.reset() }
            return latencies
        }
    }
}

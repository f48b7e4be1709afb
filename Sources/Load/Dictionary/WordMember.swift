import SwiftProtobuf
import WebSocket
import Wire

/// A user who looks words up, reads settings, or plays, as the run demands.
struct WordMember: CrowdMember {
    let number: Int
    private let token: String
    private var speech: Speech
    private var askedAt: UInt64?
    private var pingedAt: UInt64?
    private var turn = 0
    /// The number of games that the server has counted for this user.
    private var gamesCount: UInt32 = 0

    init(_ number: Int, token: String, _ format: WireFormat) {
        (self.number, self.token) = (number, token)
        speech = Speech(format)
    }

    mutating func opened(_ tally: inout WordTally, _ output: inout [UInt8]) {
        speech.signIn(token: token, isSilent: true, &output)
    }

    /// Does the present deed, unless a reply is outstanding.
    mutating func act(_ tally: inout WordTally, _ output: inout [UInt8]) {
        guard askedAt == nil, let deed = tally.deed, number < tally.actorCount else { return }
        turn += 1
        ask(command(deed, tally), &output)
        tally.waitingCount += 1
    }

    /// Reads settings, unless a reply is outstanding.
    mutating func readOnce(_ tally: inout WordTally, _ output: inout [UInt8]) {
        guard askedAt == nil else { return }
        ask(command(.read, tally), &output)
        tally.waitingCount += 1
    }

    /// Pings the server, unless a reply is outstanding.
    mutating func ping(_ tally: inout WordTally, _ output: inout [UInt8]) {
        guard pingedAt == nil else { return }
        pingedAt = MonotonicClock.nanoseconds()
        FrameWriter.append(
            .ping, UnsafeRawBufferPointer(start: nil, count: 0), mask: FrameWriter.loadMask,
            to: &output)
    }

    mutating func ponged(at now: UInt64, _ tally: inout WordTally) {
        if let pingedAt { tally.pings.record(from: pingedAt, to: now) }
        pingedAt = nil
    }

    private func command(_ deed: WordDeed, _ tally: WordTally) -> ClientMessage.OneOf_Command {
        switch deed {
        case .look: .wordLanguageList(WordLanguageList())
        case .collect: .wordRead(.with { $0.random = true })
        case .define:
            .wordRead(.with { $0.word = tally.word(number, turn) })
        case .read: .wordSettingsRead(WordSettingsRead())
        case .play:
            .wordPlay(
                .with {
                    let games: [WordGame] = [.chooseDefinition, .chooseWord, .fillGap]
                    $0.game = games[turn % games.count]
                })
        case .speak: .wordPlay(.with { $0.game = .speak })
        }
    }

    private mutating func ask(_ command: ClientMessage.OneOf_Command, _ output: inout [UInt8]) {
        speech.say(command, &output)
        askedAt = MonotonicClock.nanoseconds()
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout WordTally,
        _ output: inout [UInt8]
    ) {
        guard let message = ServerMessage([UInt8](bytes), speech.format) else {
            return tally.breaches.broke("\(number) got a message that cannot be read")
        }
        // The server also sends the result of a game as an event.
        guard message.id == speech.lastCommand else { return }
        if case .session = message.body {
            tally.readyCount += 1
            return
        }
        guard let askedAt else { return }
        self.askedAt = nil
        if case .wordRound(let round) = message.body, tally.deed != .speak {
            tally.plays.record(from: askedAt, to: now)
            return ask(
                .wordAnswer(.with { ($0.round, $0.choice) = (round.round, 1) }), &output)
        }
        if case .wordResult(let result) = message.body { count(result, &tally) }
        tally.waitingCount -= 1
        tally.take(message.body, from: askedAt, to: now)
        if case .error = message.body { return }
        act(&tally, &output)
    }

    /// Checks that a game counts once.
    private mutating func count(_ result: WordResult, _ tally: inout WordTally) {
        if gamesCount > 0, result.gamesCount != gamesCount + 1 {
            tally.breaches.broke(
                "\(number) had played \(gamesCount) games, and then \(result.gamesCount)")
        }
        gamesCount = result.gamesCount
    }
}

/// What the users do with words.
enum WordDeed: Sendable {
    /// Asks which languages and games there are.
    case look
    /// Draws words by chance, to look them up later.
    case collect
    /// Looks a word up.
    case define
    /// Reads one row, for comparison.
    case read
    /// Begins a game and answers it.
    case play
    /// Asks for a word that can be spoken.
    case speak
}

/// What the users count together.
struct WordTally: Sendable {
    /// The present deed; nil when no more are to begin.
    var deed: WordDeed?
    /// Only the first so many users do it.
    var actorCount = 0
    var readyCount = 0
    /// How many users wait for a reply.
    var waitingCount = 0
    /// The language of the server's dictionary; nil when it has none.
    private(set) var language: WordLanguage?
    /// Words to look up.
    private(set) var words: [String] = []
    private var known: Set<String> = []
    /// A word that can be spoken.
    private(set) var spoken: String?
    /// Replies to the latest requests; for games, the results.
    private(set) var answers = Latencies()
    /// How long games took to begin.
    var plays = Latencies()
    var pings = Latencies()
    var breaches = Breaches()

    /// Sets the deed from now on.
    mutating func begin(_ deed: WordDeed?, by actors: Int) {
        (self.deed, actorCount) = (deed, actors)
        (answers, plays) = (Latencies(), Latencies())
    }

    /// The word that a user looks up next.
    func word(_ number: Int, _ turn: Int) -> String {
        words.isEmpty ? "word" : words[(number * 7919 + turn) % words.count]
    }

    /// A reply has arrived.
    mutating func take(_ body: ServerMessage.OneOf_Body?, from: UInt64, to now: UInt64) {
        answers.record(from: from, to: now)
        switch body {
        case .wordLanguages(let found): language = found.languages.first
        case .wordEntry(let entry):
            if deed == .collect, known.insert(entry.word).inserted { words.append(entry.word) }
        case .wordRound(let round): spoken = round.prompt
        case .error(let error) where error.code == .unknownCommand: break
        case .error(let error): breaches.broke("\(error.code.wireName): \(error.message)")
        case .wordSettings, .wordResult: break
        default: breaches.broke("an answer to something else")
        }
    }
}

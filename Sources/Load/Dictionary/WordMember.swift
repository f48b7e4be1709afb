import SwiftProtobuf
import WebSocket
import Wire

/// Somebody who looks words up, reads settings, or plays: whatever is the order of the day.
struct WordMember: CrowdMember {
    let number: Int
    private let token: String
    private var speech: Speech
    private var askedAt: UInt64?
    private var pingedAt: UInt64?
    private var turn = 0
    /// How many games the server says that one has played.
    private var gamesCount: UInt32 = 0

    init(_ number: Int, token: String, _ format: WireFormat) {
        (self.number, self.token) = (number, token)
        speech = Speech(format)
    }

    mutating func opened(_ tally: inout WordTally, _ output: inout [UInt8]) {
        speech.signIn(token: token, isSilent: true, &output)
    }

    /// Does what is done now, unless an answer is to come.
    mutating func act(_ tally: inout WordTally, _ output: inout [UInt8]) {
        guard askedAt == nil, let deed = tally.deed, number < tally.actorCount else { return }
        turn += 1
        ask(command(deed, tally), &output)
        tally.waitingCount += 1
    }

    /// Reads settings, unless an answer is to come.
    mutating func readOnce(_ tally: inout WordTally, _ output: inout [UInt8]) {
        guard askedAt == nil else { return }
        ask(command(.read, tally), &output)
        tally.waitingCount += 1
    }

    /// Pings the server, unless it owes an answer.
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
        // What one has played is told as an event, too.
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

    /// A game counts once.
    private mutating func count(_ result: WordResult, _ tally: inout WordTally) {
        if gamesCount > 0, result.gamesCount != gamesCount + 1 {
            tally.breaches.broke(
                "\(number) had played \(gamesCount) games, and then \(result.gamesCount)")
        }
        gamesCount = result.gamesCount
    }
}

/// What those do who are there for words.
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

/// What they count together.
struct WordTally: Sendable {
    /// What is done now; nil: nothing is begun any more.
    var deed: WordDeed?
    /// The first so many do it.
    var actorCount = 0
    var readyCount = 0
    /// How many wait for an answer.
    var waitingCount = 0
    /// What the server has words of; nil: it has none.
    private(set) var language: WordLanguage?
    /// Words to be looked up.
    private(set) var words: [String] = []
    private var known: Set<String> = []
    /// A word that can be spoken.
    private(set) var spoken: String?
    /// Answers to what was asked last; of games, the results.
    private(set) var answers = Latencies()
    /// How long games took to begin.
    var plays = Latencies()
    var pings = Latencies()
    var breaches = Breaches()

    /// What is done from now on.
    mutating func begin(_ deed: WordDeed?, by actors: Int) {
        (self.deed, actorCount) = (deed, actors)
        (answers, plays) = (Latencies(), Latencies())
    }

    /// The word that somebody looks up the next.
    func word(_ number: Int, _ turn: Int) -> String {
        words.isEmpty ? "word" : words[(number * 7919 + turn) % words.count]
    }

    /// An answer has come.
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

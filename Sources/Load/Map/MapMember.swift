import SwiftProtobuf
import Wire

/// Somebody who looks at the map, checks in, or has it open.
struct MapMember: CrowdMember {
    /// What one is there for.
    enum Part: Sendable {
        /// Asks for a box, again and again.
        case reader(zoom: Int?)
        /// Checks in, again and again.
        case teller
        /// Has the map open.
        case listener
    }

    let number: Int
    let part: Part
    private var speech: Speech
    private var askedAt: UInt64?
    private var lastCommand: UInt32 = 0

    init(_ number: Int, _ part: Part, _ format: WireFormat) {
        (self.number, self.part) = (number, part)
        speech = Speech(format)
    }

    mutating func opened(_ tally: inout MapTally, _ output: inout [UInt8]) {
        speech.arrive(number, of: tally.population, isSilent: true, &output)
    }

    /// Asks, or checks in.
    mutating func act(at now: UInt64, _ tally: inout MapTally, _ output: inout [UInt8]) {
        guard askedAt == nil else { return tally.lateCount += 1 }
        switch part {
        case .reader(let zoom):
            speech.say(
                .placeList(
                    .with {
                        ($0.south, $0.west, $0.north, $0.east) = (52, 12, 53, 15)
                        if let zoom { $0.zoom = UInt32(zoom) }
                    }), &output)
        case .teller:
            tally.toldCount += 1
            tally.toldAt[tally.toldCount] = now
            let text = "\(tally.toldCount)"
            speech.say(
                .checkinSet(
                    .with { ($0.lat, $0.lon, $0.text, $0.cid) = (52.5, 13.4, text, "c\(text)") }),
                &output)
        case .listener: return
        }
        (askedAt, lastCommand) = (now, speech.lastCommand)
    }

    mutating func received(
        _ bytes: UnsafeRawBufferPointer, at now: UInt64, _ tally: inout MapTally,
        _ output: inout [UInt8]
    ) {
        // What is measured is the server: an answer of 500 markers is not decoded here.
        if case .reader = part, let askedAt {
            self.askedAt = nil
            return tally.answered(bytes, from: askedAt, to: now, speech.format)
        }
        guard let message = ServerMessage([UInt8](bytes), speech.format) else {
            return tally.breaches.broke("\(number) got a message that cannot be read")
        }
        switch message.body {
        case .account(let account):
            speech.signIn(token: account.token, isSilent: true, &output)
        case .session:
            if case .reader = part { return tally.readyCount += 1 }
            speech.say(.placeOpen(.with { $0.on = true }), &output)
        case .done: tally.readyCount += 1
        case .checkin:
            if let askedAt { tally.answers.record(from: askedAt, to: now) }
            askedAt = nil
        case .placeChanged(let change): tally.heard(change, by: number, at: now)
        case .error(let error): tally.breaches.broke("\(error.code): \(error.message)")
        default: break
        }
    }
}

/// What readers were answered, and listeners told.
struct MapTally: Sendable {
    let population: Population
    var readyCount = 0
    /// Turns that were taken since it is measured.
    var turn = 0
    /// What was due while the last had no answer yet.
    var lateCount = 0
    var answers = Latencies()
    var readCount = 0
    var readBytes = 0
    var toldCount = 0
    var toldAt: [Int: UInt64] = [:]
    var heardCount = 0
    var deliveries = Latencies()
    private var last: [Int: Int] = [:]
    var breaches = Breaches()

    init(_ population: Population) { self.population = population }

    /// Forgets what came before it is measured.
    mutating func begin() {
        (answers, readCount, readBytes, lateCount) = (Latencies(), 0, 0, 0)
    }

    mutating func answered(
        _ bytes: UnsafeRawBufferPointer, from: UInt64, to now: UInt64, _ format: WireFormat
    ) {
        answers.record(from: from, to: now)
        (readCount, readBytes) = (readCount + 1, readBytes + bytes.count)
        // An answer begins with its `id`, which is the first field.
        let start = format == .json ? Array(#"{"id":"#.utf8) : [0x08]
        guard bytes.starts(with: start), bytes.count > 1_000 else {
            return breaches.broke("an answer without markers")
        }
    }

    mutating func heard(_ change: PlaceChanged, by number: Int, at now: UInt64) {
        guard let turn = Int(change.set.text), let told = toldAt[turn] else {
            return breaches.broke("\(number) was told of a check-in that nobody made")
        }
        heardCount += 1
        deliveries.record(from: told, to: now)
        if turn <= last[number] ?? 0 { breaches.doubled("\(number) was told of \(turn) again") }
        last[number] = turn
    }
}

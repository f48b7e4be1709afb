import SwiftProtobuf
import Wire

/// The map: the cost of a read, and of updates to open maps.
struct MapRun: Sendable {
    private static let tickMilliseconds = 1
    private static let calmMilliseconds = 2_000

    let population: Population
    /// The first so many users read, one after the other.
    let readerCount: Int
    /// Nil: markers are not merged.
    let zoom: Int?
    let format: WireFormat
    /// Reads a second, or check-ins.
    let rate: Int
    let seconds: Int

    /// The outcome of a stretch.
    struct Outcome: Sendable {
        let tally: MapTally
        let cpuNanoseconds: UInt64
    }

    /// Users read a box that contains their friends.
    func look(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> Outcome {
        try await run((0..<readerCount).map { ($0, .reader(zoom: zoom)) }, server, progress)
    }

    /// One user checks in while all friends have the map open.
    func tell(
        _ server: SubjectServer, _ progress: Progress
    ) async throws(LoadFailure) -> Outcome {
        let listeners = population.friends(of: 0).map { ($0, MapMember.Part.listener) }
        return try await run([(0, .teller)] + listeners, server, progress)
    }

    private func run(
        _ parts: [(number: Int, part: MapMember.Part)], _ server: SubjectServer,
        _ progress: Progress
    ) async throws(LoadFailure) -> Outcome {
        let actors = parts.count { part in if case .listener = part.part { false } else { true } }
        let beat = UInt64(1_000_000_000 / rate)
        return try await CrowdLoop(
            parts.count, to: Target(server, subprotocols: [format.subprotocol]),
            tally: MapTally(population)
        ) { MapMember(parts[$0].number, parts[$0].part, format) }.whileThere {
            crowd throws(LoadFailure) in
            try await crowd.reach("signing in", parts.count, progress) { $0.tally.readyCount }
            try await crowd.work("settling", milliseconds: Self.calmMilliseconds, progress)
            // One round is not counted: the first read comes from the disk.
            for turn in 0..<actors {
                try await crowd.pace(
                    "warming up", until: MonotonicClock.nanoseconds() + 20_000_000,
                    every: 20, progress
                ) { now, member, tally, output in
                    if member.number == turn { member.act(at: now, &tally, &output) }
                }
            }
            try await crowd.hush("warming up", quietMilliseconds: 500, progress)
            await crowd.ask { crowd, _ in crowd.tally.begin() }
            let cpu = try server.meter.cpuNanoseconds()
            let start = MonotonicClock.nanoseconds()
            let due = DueTurns(start: start, beat: beat, actors: actors)
            try await crowd.pace(
                "measuring", until: start + UInt64(seconds) * 1_000_000_000,
                every: Self.tickMilliseconds, progress
            ) { now, member, tally, output in
                guard member.number < actors, due.isDue(member.number, at: now, &tally) else {
                    return
                }
                member.act(at: now, &tally, &output)
            }
            try await crowd.hush("waiting for the last", quietMilliseconds: 500, progress)
            let spent = try server.meter.cpuNanoseconds() - cpu
            return Outcome(
                tally: await crowd.ask { crowd, _ in crowd.tally }, cpuNanoseconds: spent)
        }
    }
}

/// The users whose turn it is, one after the other, a beat apart.
private struct DueTurns: Sendable {
    let start: UInt64
    let beat: UInt64
    let actors: Int

    func isDue(_ number: Int, at now: UInt64, _ tally: inout MapTally) -> Bool {
        let due = Int((now - min(now, start)) / beat)
        guard tally.turn < due, tally.turn % actors == number else { return false }
        tally.turn += 1
        return true
    }
}

/// Adds check-ins to the data of a server that does not run: one for every user of the population,
/// all in one city. Some readers get many more friends.
struct MapData: Sendable {
    private static let partCount = 100
    private static let lifetimeMilliseconds: Int64 = 86_400_000

    let population: Population
    /// The first so many users read the map.
    let readerCount: Int
    /// The least number of friends of each reader.
    let friendCount: Int
    /// The server's clock, in milliseconds since 1970.
    let now: Int64

    func write(to file: borrowing SQLiteFile, _ progress: Progress) throws(LoadFailure) {
        try file.run("BEGIN")
        for reader in 0..<readerCount { try writeFriends(of: reader, to: file) }
        progress.begin("writing check-ins")
        for part in 0..<Self.partCount {
            let range =
                population.size * part / Self.partCount..<population.size * (part + 1)
                / Self.partCount
            if !range.isEmpty { try writeCheckins(of: range, to: file) }
            progress.update("writing check-ins \(part + 1) %")
        }
        try file.run("COMMIT")
    }

    /// Far apart in the data.
    private func writeFriends(
        of reader: Int, to file: borrowing SQLiteFile
    ) throws(LoadFailure) {
        let step = (population.size - readerCount) / friendCount
        try file.run(
            """
            WITH RECURSIVE n(i) AS (
                SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < \(friendCount - 1))
            INSERT OR IGNORE INTO bond (low, kind, high, since_ms)
            SELECT \(1 + reader), 0, 1 + \(readerCount) + i * \(step), \(now) FROM n
            """)
    }

    private func writeCheckins(
        of people: Range<Int>, to file: borrowing SQLiteFile
    ) throws(LoadFailure) {
        let people = """
            WITH RECURSIVE n(i) AS (
                SELECT \(people.lowerBound) UNION ALL SELECT i + 1 FROM n
                WHERE i < \(people.upperBound - 1))
            """
        let expires = now + Self.lifetimeMilliseconds
        let values = """
            1 + i, \(now - 60_000), 523000000 + i * 7919 % 40000 * 100,
                130000000 + i * 104729 % 80000 * 100, 'lunch at number ' || i, '', 'coffee', '',
                \(expires)
            """
        try file.run(
            """
            \(people)
            INSERT INTO checkin (user_id, at_ms, lat_e7, lon_e7, body, sticker, activity, picture,
                expires_ms, forget_ms) SELECT \(values), \(expires) FROM n
            """)
        try file.run(
            """
            \(people)
            INSERT INTO place (user_id, at_ms, lat_e7, lon_e7, body, sticker, activity, picture,
                expires_ms) SELECT \(values) FROM n
            """)
    }
}

/// A user who reads the map, checks in, or has it open.
struct MapMember: CrowdMember {
    /// The part of a user.
    enum Part: Sendable {
        /// Reads a box, again and again.
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

    /// Reads, or checks in.
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
        // The server is measured, so a reply of 500 markers is not decoded here.
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

/// The replies to readers, and the updates to listeners.
struct MapTally: Sendable {
    let population: Population
    var readyCount = 0
    /// Turns since the measurement began.
    var turn = 0
    /// Turns that were due before the previous reply had arrived.
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

    /// Discards everything from before the measurement.
    mutating func begin() {
        (answers, readCount, readBytes, lateCount) = (Latencies(), 0, 0, 0)
    }

    mutating func answered(
        _ bytes: UnsafeRawBufferPointer, from: UInt64, to now: UInt64, _ format: WireFormat
    ) {
        answers.record(from: from, to: now)
        (readCount, readBytes) = (readCount + 1, readBytes + bytes.count)
        // A reply begins with its `id`, which is the first field.
        let start = format == .json ? Array(#"{"id":"#.utf8) : [0x08]
        guard bytes.starts(with: start), bytes.count > 1_000 else {
            return breaches.broke("an answer without markers")
        }
    }

    mutating func heard(_ change: PlaceChanged, by number: Int, at now: UInt64) {
        guard let turn = Int(change.set.text), let told = toldAt[turn] else {
            return breaches.broke("\(number) received a check-in that nobody made")
        }
        heardCount += 1
        deliveries.record(from: told, to: now)
        if turn <= last[number] ?? 0 {
            breaches.doubled("\(number) received check-in \(turn) again")
        }
        last[number] = turn
    }
}

/// The cost of map reads and check-ins.
struct MapReport: Report {
    let users: Int
    let friends: Int
    let looks: Int
    let bytesPerLook: Int
    let cpuMicrosecondsPerLook: Double
    let look: Latencies
    let listeners: Int
    let checkins: Int
    let hints: Int
    let cpuMicrosecondsPerHint: Double
    let told: Latencies
    /// Of a room with as many devices, at as many messages a second.
    let cpuMicrosecondsPerDelivery: Double
    let lost: Int
    let complaints: [String]

    init(
        users: Int, friends: Int, listeners: Int, looks: MapRun.Outcome, told: MapRun.Outcome,
        room: RoomReport
    ) {
        (self.users, self.friends, self.listeners) = (users, friends, listeners)
        self.looks = looks.tally.readCount
        bytesPerLook = looks.tally.readBytes / max(1, looks.tally.readCount)
        cpuMicrosecondsPerLook = looks.cpuNanoseconds.microseconds(each: looks.tally.readCount)
        look = looks.tally.answers
        checkins = told.tally.answers.count
        hints = told.tally.heardCount
        cpuMicrosecondsPerHint = told.cpuNanoseconds.microseconds(each: checkins * (listeners + 1))
        self.told = told.tally.deliveries
        cpuMicrosecondsPerDelivery = room.cpuMicrosecondsPerDelivery
        lost = told.tally.toldCount * (listeners + 1) - hints
        complaints =
            [looks, told].compactMap(\.tally.breaches.first).map { "BROKEN: \($0)" }
            + room.complaints + (lost > 0 ? ["BROKEN: \(lost) hints lost"] : [])
    }

    var columns: [String] {
        [
            "map, \(users) check-ins, \(friends) friends", "looks", "bytes", "cpu µs a look",
            "hints", "cpu µs a hint", "cpu µs a room delivery", "ratio",
        ]
    }

    var rows: [[String]] {
        [
            [
                "upford", "\(looks)", "\(bytesPerLook)", cpuMicrosecondsPerLook.digits(0),
                "\(hints)", cpuMicrosecondsPerHint.digits(2),
                cpuMicrosecondsPerDelivery.digits(2),
                (cpuMicrosecondsPerHint / max(0.001, cpuMicrosecondsPerDelivery)).digits(2),
            ]
        ]
    }

    var times: [(name: String, took: Latencies)] { [("look", look), ("told", told)] }
}

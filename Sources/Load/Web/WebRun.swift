import EventLoop
import Glibc
import HTTP
import HTTPTypes

/// Reads and durable writes over HTTP, by some of the connections that are held.
struct WebRun: Sendable {
    let connections: Int
    let active: Int
    let milliseconds: Int

    /// Measures a server.
    ///
    /// - Parameter tokens: of its users, by their numbers from 0.
    func run(
        _ name: String, _ server: SubjectServer, _ tokens: [Int: String], _ progress: Progress
    ) async throws(LoadFailure) -> WebReport.Line {
        let authority = server.address.description
        let read = WebRequest(kind: .read, authority: authority, tokens: tokens)
        let write = WebRequest(kind: .write, authority: authority, tokens: tokens)
        // The first write makes the profile of each.
        return try await held(active, server, write) { crowd throws(LoadFailure) in
            try await crowd.connect(progress)
            _ = try await crowd.once(read, "warming up", progress)
            let before = try server.known?.privateBytes()
            return try await held(connections - active, server, read) {
                idle throws(LoadFailure) in
                try await idle.connect(progress)
                let after = try server.known?.privateBytes()
                let reads = try await crowd.work(
                    read, "reading", milliseconds: milliseconds, progress)
                let writes = try await crowd.work(
                    write, "writing", milliseconds: milliseconds, progress)
                let answered = try await idle.once(read, "a request of each", progress)
                return WebReport.Line(
                    server: name, reads: reads, writes: writes,
                    bytesPerIdleConnection: bytes(from: before, to: after),
                    idleAnswered: answered)
            }
        }
    }

    private func bytes(from before: Int?, to after: Int?) -> Double? {
        guard connections > active, let before, let after else { return nil }
        return Double(after - before) / Double(connections - active)
    }

    private func held<Outcome>(
        _ size: Int, _ server: SubjectServer, _ greeting: WebRequest,
        _ body: (WebLoop) async throws(LoadFailure) -> Outcome
    ) async throws(LoadFailure) -> Outcome {
        try await WebLoop(size, to: server, greeting: greeting).whileThere(body)
    }
}

/// `Tests/Yardstick/commit.c`, compiled: a commit alone in plain C.
enum CommitYardstick {
    /// Runs it, and returns the processor time of a commit of one page.
    static func microseconds(_ program: String) throws(LoadFailure) -> Double {
        guard let pipe = popen(ShellWord.line([program, "1"]), "r") else {
            throw LoadFailure("cannot run \(program)")
        }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, pipe)
        let text = String(decoding: line.prefix(count), as: UTF8.self)
        guard pclose(pipe) == 0, let found = microseconds(in: text) else {
            throw LoadFailure("\(program) did not measure a commit")
        }
        return found
    }

    /// The figure in `1 pages: 170 us of processor a commit, …`; nil in any other line.
    static func microseconds(in line: String) -> Double? {
        let words = line.split(separator: " ")
        guard let unit = words.firstIndex(of: "us"), unit > 0 else { return nil }
        return Double(words[unit - 1])
    }
}

/// What requests over HTTP cost.
struct WebReport: Report {
    /// Requests of one kind.
    struct Phase: Encodable {
        let perSecond: Double
        /// Processor time of the server for each; nil when its process is not known.
        let cpuMicroseconds: Double?
        let answers: Latencies
    }

    /// One server.
    struct Line: Encodable {
        let server: String
        let reads: Phase
        let writes: Phase
        /// Private memory of each connection that waits; nil without such.
        let bytesPerIdleConnection: Double?
        /// Idle connections that were answered afterwards.
        let idleAnswered: Int
    }

    let connections: Int
    let active: Int
    let lines: [Line]
    /// Of a commit in plain C; nil when it was not measured.
    let cpuMicrosecondsPerCommit: Double?

    var columns: [String] {
        [
            "http \(active) of \(connections)", "reads/s", "cpu µs a read", "writes/s",
            "cpu µs a write", "bytes an idle one", "idle answered",
        ]
    }

    var rows: [[String]] {
        lines.map { line in
            [
                line.server, line.reads.perSecond.digits(0), line.reads.cpuMicroseconds.digits(1),
                line.writes.perSecond.digits(0), line.writes.cpuMicroseconds.digits(1),
                line.bytesPerIdleConnection.digits(0), "\(line.idleAnswered)",
            ]
        }
    }

    var times: [(name: String, took: Latencies)] {
        lines.flatMap { line in
            [
                ("read, \(line.server)", line.reads.answers),
                ("write, \(line.server)", line.writes.answers),
            ]
        }
    }

    var remarks: [String] {
        guard let ours = lines.first else { return [] }
        var remarks: [String] = []
        for other in lines.dropFirst() {
            if let ratio = Self.ratio(ours.reads, other.reads.cpuMicroseconds) {
                let verdict = ratio <= 0.2 ? "reached" : "missed"
                remarks.append(
                    "a read: \(ratio.digits(2)) of \(other.server)'s processor time; "
                        + "goal 0.20: \(verdict)")
            }
            if let ratio = Self.ratio(ours.writes, other.writes.cpuMicroseconds) {
                remarks.append("a write: \(ratio.digits(2)) of \(other.server)'s processor time")
            }
        }
        if let commit = cpuMicrosecondsPerCommit,
            let ratio = Self.ratio(ours.writes, commit)
        {
            remarks.append(
                "a write: \(ratio.digits(2)) of a commit alone in plain C (\(commit.digits(0)) µs)")
        }
        return remarks
    }

    private static func ratio(_ ours: Phase, _ other: Double?) -> Double? {
        guard let own = ours.cpuMicroseconds, let other, other > 0 else { return nil }
        return own / other
    }
}

/// What one connection asks.
struct WebRequest: Sendable {
    enum Kind: Sendable {
        /// One's own profile: a row and its account.
        case read
        /// A change of it, in a transaction of its own.
        case write
        /// The languages of the server's dictionary, which any client may read.
        case languages
        /// How words sound, one after the other.
        case sound([String])
        /// A recording of a word, to be judged; the server may be too busy for that.
        case recording(of: String, [UInt8])
    }

    let kind: Kind
    let authority: String
    /// By the number of a user.
    let tokens: [Int: String]

    /// Whether the server may answer so.
    func takes(_ status: Int) -> Bool {
        if case .recording = kind { status == 200 || status == 503 } else { status == 200 }
    }

    /// The bytes of a request.
    ///
    /// - Parameters:
    ///   - number: of the connection; connections beyond the number of users share users.
    ///   - turn: how many requests the connection has sent before.
    func bytes(_ number: Int, turn: Int) -> [UInt8] {
        let token = tokens[number % max(1, tokens.count)] ?? ""
        let common = "Host: \(authority)\r\nAuthorization: Bearer \(token)\r\n"
        switch kind {
        case .read:
            return Array("GET /v1/speakerRead HTTP/1.1\r\n\(common)\r\n".utf8)
        case .languages:
            return Array("GET /v1/wordLanguageList HTTP/1.1\r\n\(common)\r\n".utf8)
        case .sound(let words):
            let word = words.isEmpty ? "word" : words[turn % words.count]
            return Array("GET /v1/words/\(Self.escaped(word))/audio HTTP/1.1\r\n\(common)\r\n".utf8)
        case .recording(let word, let file):
            return Array(
                """
                POST /v1/words/\(Self.escaped(word))/speech HTTP/1.1\r\n\(common)Content-Type: \
                audio/wav\r\nContent-Length: \(file.count)\r\n\r\n
                """.utf8) + file
        case .write:
            let body =
                #"{"firstName":"Ana","lastName":"Load","known":"en","learn":"es","#
                + #""bio":"change \#(turn)"}"#
            return Array(
                """
                POST /v1/speakerSet HTTP/1.1\r\n\(common)Content-Type: application/json\r
                Idempotency-Key: w\(number)-\(turn)\r
                Content-Length: \(body.utf8.count)\r\n\r\n\(body)
                """.utf8)
        }
    }

    /// As it stands in a path.
    ///
    /// - Source: RFC 3986 §2.3.
    private static func escaped(_ word: String) -> String {
        word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}

/// Reads the answers of one connection that asks one thing at a time.
struct WebAnswer {
    private var parser = ResponseParser()
    private var status = 0
    /// Seconds after which it is worth another try, as the last answer has it.
    private(set) var retryAfter: Int?
    /// Bytes of the body that have not come; nil before the end of the head.
    private var missing: Int?

    /// Takes bytes as they come.
    ///
    /// - Returns: the status, with the last byte of an answer.
    mutating func take(_ bytes: UnsafeRawBufferPointer) throws(LoadFailure) -> Int? {
        var rest = bytes
        var length = missing
        if length == nil {
            switch parser.next(&rest) {
            case nil: return nil
            case .violation(let violation)?:
                throw LoadFailure("the server broke HTTP: \(violation.reason)")
            case .response(let response)?:
                status = response.status.code
                retryAfter = response.headerFields[.retryAfter].flatMap { Int($0) }
                length = response.headerFields[.contentLength].flatMap { Int($0) } ?? 0
            }
        }
        let left = (length ?? 0) - rest.count
        guard left >= 0 else { throw LoadFailure("the server answered more than was asked") }
        missing = left == 0 ? nil : left
        return left == 0 ? status : nil
    }
}

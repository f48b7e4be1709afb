import ArgumentParser
import Dispatch
import SwiftProtobuf
import Wire

/// Writes everything that the server keeps of the user into one JSON document.
struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Export all data that the server keeps about you.",
        discussion: """
            One JSON document: {"records": [...]}, to standard output unless you name a file. It \
            needs your password or the proof of an issuer, unless you logged in or gave it \
            within the last 15 minutes.

            Examples:
              upfor export me.json
              upfor export | jq '.records[] | select(.message)'
            """)

    @Argument(help: "A new file, readable only by you.")
    var file: String?

    @OptionGroup var proof: ProofOptions

    @OptionGroup var options: Options

    var needsProof: Bool { true }

    func perform(in session: Session) async throws(Failure) {
        if let challenge = proof.challenge { return try await session.show(challenge) }
        var document = ExportDocument(session, proof)
        if let file {
            let new = try NewFile(file)
            while let lines = try await document.next() {
                try new.write(Array(lines.map { $0 + "\n" }.joined().utf8))
            }
            try new.finish()
        } else {
            while let lines = try await document.next() { session.output.printer.data(lines) }
        }
        let written = file.map { ": \($0) is written" } ?? ""
        session.output.remark("\(document.count) records\(written)")
    }
}

/// The document with everything that the server keeps of the user, some lines at a time.
struct ExportDocument {
    private enum Course {
        case begins
        case goesOn(after: String)
        case closes
        case over
    }

    private let session: Session
    private let proof: ProofOptions
    private var course = Course.begins
    /// How many records there were so far.
    private(set) var count = 0

    init(_ session: Session, _ proof: ProofOptions) {
        (self.session, self.proof) = (session, proof)
    }

    /// - Returns: the next lines; nil at the end.
    mutating func next() async throws(Failure) -> [String]? {
        switch course {
        case .begins:
            course = .goesOn(after: "")
            return ["{\"records\": ["]
        case .goesOn(let after):
            let page = try await page(after: after)
            course = page.next.isEmpty ? .closes : .goesOn(after: page.next)
            let before = count
            count += page.records.count
            return page.records.enumerated().map { index, record in
                (before + index == 0 ? "" : ",") + JSONLine.line(record)
            }
        case .closes:
            course = .over
            return ["]}"]
        case .over: return nil
        }
    }

    /// A page; when that is too often for the server, once it is not.
    private func page(after: String) async throws(Failure) -> ExportPage {
        var command = AccountExport()
        command.after = after
        while true {
            do throws(Failure) {
                let answer = try await session.call(.accountExport(command), proving: proof)
                guard case .export(let page) = answer else {
                    throw .unreachable("this is no Upfor server: no page in its answer")
                }
                return page
            } catch .refused(let error) where error.code == .rateLimited {
                let wait = Self.wait(error.retryAfter.seconds)
                session.output.remark("the server wants to go on in \(wait) s")
                await Self.pass(seconds: wait)
            }
        }
    }

    /// How many seconds it waits, whatever the server wants.
    static func wait(_ seconds: Int64) -> Int { Int(clamping: max(0, min(seconds, 3_599)) + 1) }

    private static func pass(seconds: Int) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
                continuation.resume()
            }
        }
    }
}

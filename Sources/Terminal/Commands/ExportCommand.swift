import ArgumentParser
import Dispatch
import Glibc
import SwiftProtobuf
import Wire

/// Writes everything that the server keeps of the user into one JSON document.
struct ExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Take along everything the server keeps of you.",
        discussion: """
            One JSON document: {"records": [...]}. Without a file it goes to standard output.

            Examples:
              upfor export me.json
              upfor export | jq '.records[] | select(.message)'
            """)

    @Argument(help: "A new file, which only you will be able to read.")
    var file: String?

    @OptionGroup var options: Options

    func perform(in session: Session) async throws(Failure) {
        let descriptor = try file.map { (path) throws(Failure) in try Self.create(path) }
        defer { if let descriptor { close(descriptor) } }
        func write(_ lines: [String]) throws(Failure) {
            guard let descriptor else { return session.output.printer.data(lines) }
            let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
            guard ProfileFolder.writeAll(bytes, to: descriptor) else {
                throw .local("cannot write \(file ?? ""): \(String(cString: strerror(errno)))")
            }
        }
        var (after, count) = ("", 0)
        try write(["{\"records\": ["])
        repeat {
            let page = try await Self.page(after: after, in: session)
            let lines = page.records.enumerated().map { index, record in
                (count + index == 0 ? "" : ",") + JSONLine.record(record)
            }
            if !lines.isEmpty { try write(lines) }
            count += page.records.count
            after = page.next
        } while !after.isEmpty
        try write(["]}"])
        session.output.remark("\(count) records" + (file.map { ": \($0) is written" } ?? ""))
    }

    /// A page; when that is too often for the server, once it is not.
    private static func page(
        after: String, in session: Session
    ) async throws(Failure) -> ExportPage {
        var command = AccountExport()
        command.after = after
        while true {
            do throws(Failure) {
                guard case .export(let page) = try await session.call(.accountExport(command))
                else { throw .unreachable("this is no Upfor server: no page in its answer") }
                return page
            } catch .refused(let error) where error.code == .rateLimited {
                let wait = Int(max(1, min(error.retryAfter.seconds + 1, 3_600)))
                session.output.remark("the server wants to go on in \(wait) s")
                await Self.pass(seconds: wait)
            }
        }
    }

    private static func pass(seconds: Int) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
                continuation.resume()
            }
        }
    }

    private static func create(_ path: String) throws(Failure) -> Int32 {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .local("cannot make \(path): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }
}

extension JSONLine {
    /// A record of one's own data, as one line.
    static func record(_ record: ExportRecord) -> String {
        let bytes: [UInt8] = (try? record.jsonUTF8Bytes()) ?? Array("{}".utf8)
        return escaped(String(decoding: bytes, as: UTF8.self))
    }
}

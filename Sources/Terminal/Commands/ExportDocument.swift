import Dispatch
import SwiftProtobuf
import Wire

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

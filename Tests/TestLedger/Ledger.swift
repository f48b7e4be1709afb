package import Kernel
import SwiftProtobuf
import Wire

/// The smallest feature there can be: lines in a table, numbered without gaps.
package enum Ledger {
    /// The tables.
    package static let migrations =
        Inbox.migrations + [
            Migration(
                "ledger.1",
                """
                CREATE TABLE line (
                    seq BIGINT NOT NULL PRIMARY KEY,
                    text TEXT NOT NULL UNIQUE
                ) {clustered};
                CREATE TABLE kept (
                    id BIGINT NOT NULL PRIMARY KEY, number BIGINT, text TEXT, bytes {blob}
                );
                \(words.creation);
                """)
        ]

    /// Words of texts, by which they are found.
    package static let words = WordIndex("line_word")

    private static let sequence = Sequence(
        kind: "line", owner: 1, recovery: "SELECT coalesce(max(seq), 0) FROM line")

    /// Writes `text` under the next number, and puts an event into the inbox of user 1.
    package static func append(_ text: String, in transaction: Transaction) throws(Refusal) {
        let seq = try transaction.next(of: sequence)
        try transaction.run("INSERT INTO line (seq, text) VALUES (\(seq), \(text))")
        try transaction.deliver(.matchEnded(.with { $0.activity = text }), to: [1])
    }

    /// All lines, as "1 text".
    package static func lines(in snapshot: Snapshot) throws(Refusal) -> [String] {
        try snapshot.all(
            Query("SELECT seq, text FROM line ORDER BY seq") { columns throws(StoreError) in
                "\(try columns.integer()) \(try columns.text())"
            })
    }

    /// The job that writes `text`, and answers it.
    package static func job(_ text: String) -> WriteJob {
        job(text) { (transaction) throws(Refusal) in try append(text, in: transaction) }
    }

    /// The job that does `body`, and answers `name`.
    package static func job(
        _ name: String, _ body: @escaping @Sendable (Transaction) throws(Refusal) -> Void
    ) -> WriteJob {
        let command: WriteJob.Command = { (transaction) throws(Refusal) in
            try body(transaction)
            return .roomSent(.with { $0.room = name })
        }
        return .command(command, replyTo: .test)
    }

    /// The job that writes `text`, which stays though it is refused.
    package static func refusedAndKept(_ text: String) -> WriteJob {
        job(text) { (transaction) throws(Refusal) in
            try append(text, in: transaction)
            transaction.refuse(refusal)
        }
    }

    /// The job that is refused before it has written anything.
    package static let refusedEarly = job("early") { (_) throws(Refusal) in throw refusal }

    /// The job that is refused when it has written already.
    package static let refusedLate = job("late") { (transaction) throws(Refusal) in
        try append("never", in: transaction)
        throw refusal
    }

    /// What refused jobs are refused with.
    package static let refusal = Refusal(.conflict, "not today")
}

extension Origin {
    /// The origin of the commands of a test.
    package static let test = Origin(
        connection: 1, loop: 0, replyTo: .socket(command: 1, .json), name: "x")
}

extension Completion {
    /// What a ledger's job answered; its refusal's code when it was refused.
    package var outcome: String {
        switch answer?.result {
        case .success(.roomSent(let sent)): sent.room
        case .success: "another answer"
        case .failure(let refusal): "\(refusal.code)"
        case nil: "no answer"
        }
    }
}

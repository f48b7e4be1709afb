import CSQLite
import Glibc

/// Writes a dictionary file: the same draft gives the same bytes.
struct DictionaryWriter {
    private let draft: DictionaryDraft
    private let pools: DictionaryPools

    init(_ draft: DictionaryDraft) { (self.draft, pools) = (draft, DictionaryPools(of: draft)) }

    /// Writes the whole file beside its place, and renames it when it is complete: a process with
    /// the old one open keeps that.
    func write(to path: String) throws(SourceFailure) {
        let draftPath = path + ".new"
        unlink(draftPath)
        do throws(FileDatabaseError) {
            try fill(draftPath)
        } catch {
            unlink(draftPath)
            throw SourceFailure("cannot write \(draftPath): \(error.text)")
        }
        let file = open(draftPath, O_RDONLY | O_CLOEXEC)
        defer { _ = close(file) }
        guard file >= 0, fsync(file) == 0, rename(draftPath, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(draftPath)
            throw SourceFailure("cannot write \(path): \(reason)")
        }
    }

    private func fill(_ path: String) throws(FileDatabaseError) {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let database = try FileDatabase(path, flags: flags)
        try database.execute(
            """
            PRAGMA page_size = \(DictionarySchema.pageBytes); PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF; PRAGMA application_id = \(DictionarySchema.applicationID);
            PRAGMA user_version = \(DictionarySchema.version);
            BEGIN; \(DictionarySchema.tables)
            """)
        try fillAbout(database)
        try fillWords(database)
        try fillPools(database)
        try database.execute("COMMIT; ANALYZE; VACUUM")
    }

    private func fillAbout(_ database: borrowing FileDatabase) throws(FileDatabaseError) {
        let about = try database.prepare("INSERT INTO about VALUES (?, ?)")
        let facts = [
            ("language", draft.language), ("words", "\(draft.words.count)"),
            ("sources", draft.sources),
        ]
        for (name, value) in facts { try about.run([.text(name), .text(value)]) }
        let category = try database.prepare("INSERT INTO category VALUES (?, ?)")
        for (number, name) in draft.categories.enumerated() {
            try category.run([.number(number), .text(name)])
        }
        let form = try database.prepare("INSERT OR IGNORE INTO form VALUES (?, ?)")
        for (key, lemma) in draft.forms { try form.run([.text(key), .text(lemma)]) }
    }

    private func fillWords(_ database: borrowing FileDatabase) throws(FileDatabaseError) {
        let synset = try database.prepare("INSERT INTO synset VALUES (?, ?, ?, ?, ?, ?)")
        for (id, row) in draft.synsets.enumerated() {
            try synset.run([
                .number(id), .number(row.part.rawValue), .number(row.category),
                .text(row.definition), .text(row.examples.joined(separator: "\n")),
                .text(row.words.joined(separator: "\n")),
            ])
        }
        let word = try database.prepare("INSERT INTO word VALUES (?, ?, ?, ?, ?, ?, ?)")
        let sense = try database.prepare("INSERT INTO sense VALUES (?, ?, ?)")
        for (id, row) in draft.words.enumerated() {
            try word.run([
                .number(id), .text(row.key), .text(row.word),
                row.frequency.map { .number($0.hundredths) } ?? .null,
                row.level.map { .number($0.rawValue) } ?? .null, .text(row.ipa),
                .text(row.sounds.joined(separator: "\n")),
            ])
            for (place, meaning) in row.senses.enumerated() {
                try sense.run([.number(id), .number(place + 1), .number(meaning.synset)])
            }
        }
    }

    private func fillPools(_ database: borrowing FileDatabase) throws(FileDatabaseError) {
        let pool = try database.prepare("INSERT INTO pool VALUES (?, ?, ?, ?, ?, ?)")
        let size = try database.prepare("INSERT INTO pool_size VALUES (?, ?, ?, ?)")
        for (key, members) in pools.members.sorted(by: { $0.key < $1.key }) {
            let name = [key.use, key.level, key.theme]
            for (place, member) in members.enumerated() {
                try pool.run((name + [place, member.word, member.number]).map(FileValue.number))
            }
            try size.run((name + [members.count]).map(FileValue.number))
        }
    }
}

extension PoolKey: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        (left.use, left.level, left.theme) < (right.use, right.level, right.theme)
    }
}

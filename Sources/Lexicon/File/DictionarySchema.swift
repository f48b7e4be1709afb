/// The shape of a dictionary file: an SQLite database that is written once.
enum DictionarySchema {
    /// Whose file it is: "upfw".
    static let applicationID = 0x7570_6677
    /// The version of what follows; a file with another one is not read.
    static let version = 1
    /// How large its pages are.
    static let pageBytes = 4_096

    /// Texts of several lines are lists. `theme`: see ``Theme``; `use`: ``WordUse``.
    static let tables = """
        CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE word (
            id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, word TEXT NOT NULL,
            frequency INTEGER, level INTEGER, ipa TEXT NOT NULL, sounds TEXT NOT NULL);
        CREATE TABLE synset (
            id INTEGER PRIMARY KEY, part INTEGER NOT NULL, category INTEGER NOT NULL,
            definition TEXT NOT NULL, examples TEXT NOT NULL, words TEXT NOT NULL);
        CREATE TABLE sense (
            word INTEGER NOT NULL, number INTEGER NOT NULL, synset INTEGER NOT NULL,
            PRIMARY KEY (word, number)) WITHOUT ROWID;
        CREATE TABLE form (
            key TEXT NOT NULL, lemma TEXT NOT NULL, PRIMARY KEY (key, lemma)) WITHOUT ROWID;
        CREATE TABLE category (number INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE pool (
            use INTEGER NOT NULL, level INTEGER NOT NULL, theme INTEGER NOT NULL,
            place INTEGER NOT NULL, word INTEGER NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (use, level, theme, place)) WITHOUT ROWID;
        CREATE INDEX pool_word ON pool (word, number);
        CREATE TABLE pool_size (
            use INTEGER NOT NULL, level INTEGER NOT NULL, theme INTEGER NOT NULL,
            size INTEGER NOT NULL, PRIMARY KEY (use, level, theme)) WITHOUT ROWID;
        """
}

/// What the words of a pool have in common.
enum Theme: Hashable {
    case any
    case part(PartOfSpeech)
    /// By the category's number.
    case category(Int)

    /// As the file has it.
    var number: Int {
        switch self {
        case .any: 0
        case .part(let part): part.rawValue
        case .category(let number): 100 + number
        }
    }
}

/// Which words are drawn from: of a use, a level and a theme.
struct PoolKey: Hashable {
    let use: Int
    let level: Int
    let theme: Int

    init(_ use: WordUse, _ level: WordLevel, _ theme: Theme) {
        (self.use, self.level, self.theme) = (use.rawValue, level.rawValue, theme.number)
    }

    init(use: Int, level: Int, theme: Int) {
        (self.use, self.level, self.theme) = (use, level, theme)
    }
}

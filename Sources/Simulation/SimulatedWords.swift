import Glibc
import Lexicon
import Words

/// The words of all worlds: of a dictionary that is made up, written by the product's own builder,
/// and read by the product's own reader.
enum SimulatedWords {
    /// One for all worlds of a process.
    static let terms = Result { WordTerms(lexicons: [try dictionary()]) }

    /// It stays mapped when its file is gone.
    private static func dictionary() throws -> DictionaryFile {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/upfor-sim.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw LexiconFailure(.missing, "no folder in \(parent)")
        }
        let characters = template.dropLast().map { UInt8(bitPattern: $0) }
        let folder = String(decoding: characters, as: UTF8.self)
        let path = "\(folder)/words-en.db"
        defer {
            unlink(path)
            rmdir(folder)
        }
        try SampleDictionary.write(to: path)
        return try DictionaryFile(path)
    }
}

import Lexicon

/// The dictionary of all daemons under verification: of words that are made up.
enum TownWords {
    /// Writes it into a folder.
    ///
    /// - Returns: the setting that names the folder.
    static func write(in folder: String) throws(LoadFailure) -> String {
        do throws(SourceFailure) {
            try SampleDictionary.write(to: "\(folder)/words-en.db")
        } catch {
            throw LoadFailure("\(error)")
        }
        return "words.folder=\(folder)"
    }
}

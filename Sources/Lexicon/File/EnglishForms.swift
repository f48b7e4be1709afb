/// The regular endings of English words.
///
/// - Source: morphy(7WN) of WordNet, "rules of detachment".
enum EnglishForms {
    private static let endings: [(part: PartOfSpeech, ending: String, rest: String)] = [
        (.noun, "s", ""), (.noun, "ses", "s"), (.noun, "xes", "x"), (.noun, "zes", "z"),
        (.noun, "ches", "ch"), (.noun, "shes", "sh"), (.noun, "men", "man"), (.noun, "ies", "y"),
        (.verb, "s", ""), (.verb, "ies", "y"), (.verb, "es", "e"), (.verb, "es", ""),
        (.verb, "ed", "e"), (.verb, "ed", ""), (.verb, "ing", "e"), (.verb, "ing", ""),
        (.adjective, "er", ""), (.adjective, "er", "e"),
        (.adjective, "est", ""), (.adjective, "est", "e"),
    ]

    /// What a form may be a form of: words that need not exist, or not as this part of speech.
    static func lemmas(of form: String) -> [(lemma: String, part: PartOfSpeech)] {
        endings.compactMap { part, ending, rest in
            guard form.hasSuffix(ending), form.utf8.count > ending.utf8.count + 1 else {
                return nil
            }
            return (String(form.dropLast(ending.count)) + rest, part)
        }
    }
}

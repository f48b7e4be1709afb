/// The regular endings of English words.
///
/// - Source: morphy(7WN) of WordNet, "rules of detachment".
enum EnglishForms {
    private static let endings = [
        ("s", ""), ("ses", "s"), ("xes", "x"), ("zes", "z"), ("ches", "ch"), ("shes", "sh"),
        ("men", "man"), ("ies", "y"), ("es", "e"), ("es", ""), ("ed", "e"), ("ed", ""),
        ("ing", "e"), ("ing", ""), ("er", ""), ("er", "e"), ("est", ""), ("est", "e"),
    ]

    /// What a form may be a form of: words that need not exist.
    static func lemmas(of form: String) -> [String] {
        endings.compactMap { ending, rest in
            guard form.hasSuffix(ending), form.utf8.count > ending.utf8.count + 1 else {
                return nil
            }
            return String(form.dropLast(ending.count)) + rest
        }
    }
}

/// One element of a page or of a picture.
///
/// What has nothing in it is written with its end all the same, which is right in HTML, in XML and
/// in a picture within a page.
struct MarkupElement {
    private let name: String
    private let attributes: [(String, String)]
    private let children: [MarkupElement]
    private let words: String

    init(
        _ name: String, _ attributes: [(String, String)] = [], children: [MarkupElement] = [],
        says words: String = ""
    ) {
        (self.name, self.attributes) = (name, attributes)
        (self.children, self.words) = (children, words)
    }

    /// The element as text, each child on a line of its own.
    func text() -> String {
        let pairs = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
        let inner = children.map { "\n" + $0.text() }.joined() + (children.isEmpty ? "" : "\n")
        return "<\(name)\(pairs)>\(Self.escaped(words))\(inner)</\(name)>"
    }

    /// The same words, to be read and not to be obeyed.
    ///
    /// Scalar by scalar: a mark that is combined with `<` would hide it in a character.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "\n", "\t": escaped.append(scalar)
            // Neither HTML nor XML may hold them.
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}

/// One element of a picture.
struct SVGElement {
    private let name: String
    private let attributes: [(String, String)]
    private let children: [SVGElement]
    private let words: String

    init(
        _ name: String, _ attributes: [(String, String)], children: [SVGElement] = [],
        says words: String = ""
    ) {
        (self.name, self.attributes) = (name, attributes)
        (self.children, self.words) = (children, words)
    }

    /// The element as XML, each child on a line of its own.
    func text() -> String {
        let pairs = attributes.map { " \($0)=\"\(Self.escaped($1))\"" }.joined()
        guard !children.isEmpty || !words.isEmpty else { return "<\(name)\(pairs)/>" }
        let inner = children.map { "\n" + $0.text() }.joined() + (children.isEmpty ? "" : "\n")
        return "<\(name)\(pairs)>\(Self.escaped(words))\(inner)</\(name)>"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}

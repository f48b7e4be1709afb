/// Reads the grammar of `Sec-WebSocket-Extensions` from the front.
///
/// - Source: RFC 6455 §9.1; spaces may stand around every separator (§2.1 of RFC 2616, to which
///   it refers).
struct ExtensionReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
        skipSpaces()
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Whether no element begins here.
    var isAtSeparator: Bool { isAtEnd || rest.first == UInt8(ascii: ",") }

    /// Takes `separator`, and the spaces around it, if it stands here.
    mutating func take(_ separator: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: separator) else { return false }
        rest.removeFirst()
        skipSpaces()
        return true
    }

    /// Takes `extension-token *( ";" extension-param )`; nil if something else stands here.
    mutating func element() -> ExtensionList.Element? {
        guard let name = token() else { return nil }
        var element = ExtensionList.Element(name: name)
        while take(";") {
            guard let parameter = parameter() else { return nil }
            element.parameters.append(parameter)
        }
        return element
    }

    private mutating func parameter() -> ExtensionList.Parameter? {
        guard let name = token() else { return nil }
        guard take("=") else { return ExtensionList.Parameter(name: name, value: nil) }
        guard let value = rest.first == UInt8(ascii: "\"") ? quoted() : token() else {
            return nil
        }
        return ExtensionList.Parameter(name: name, value: value)
    }

    private mutating func token() -> String? {
        let text = rest.prefix(while: HeaderList.isTokenByte)
        guard !text.isEmpty else { return nil }
        rest.removeFirst(text.count)
        skipSpaces()
        return String(Substring(text))
    }

    /// A quoted string that is a token once its quotes and backslashes are undone.
    private mutating func quoted() -> String? {
        var text: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            guard let kept = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte,
                HeaderList.isTokenByte(kept)
            else { return nil }
            text.append(kept)
            guard !rest.isEmpty else { return nil }
        }
        skipSpaces()
        return text.isEmpty ? nil : String(decoding: text, as: UTF8.self)
    }

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
}

/// The elements of `Sec-WebSocket-Extensions`: offers in a request, choices in an answer.
///
/// - Source: RFC 6455 §9.1.
struct ExtensionList {
    /// One extension, and what is said of it.
    struct Element: Equatable {
        let name: String
        var parameters: [Parameter] = []
    }

    struct Parameter: Equatable {
        let name: String
        /// Nil if there is no `=`; quotes are undone.
        let value: String?
    }

    private(set) var elements: [Element] = []

    /// The elements of all fields of the name, in their order.
    ///
    /// - Returns: nil if they are not grammatical as a whole: then nothing in them is trusted.
    init?(_ values: [String]) {
        var reader = ExtensionReader(values.joined(separator: ","))
        repeat {
            // Empty elements count for nothing (RFC 9110 §5.6.1).
            guard !reader.isAtSeparator else { continue }
            guard let element = reader.element() else { return nil }
            elements.append(element)
        } while reader.take(",")
        guard reader.isAtEnd else { return nil }
    }
}

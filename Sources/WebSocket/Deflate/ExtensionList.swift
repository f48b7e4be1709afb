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

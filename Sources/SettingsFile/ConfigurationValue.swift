import Settings
internal import Yams

/// A value as it was found: what it may be read as, and how to show it to the operator.
struct ConfigurationValue {
    private enum Form {
        case integer, text, boolean
        /// From a flag or the environment, which know no types.
        case untyped
        case other
    }

    private let form: Form
    private let string: String
    /// For `got …`.
    let shown: String

    init(untyped string: String) {
        (form, self.string, shown) = (.untyped, string, string.cut.debugDescription)
    }

    /// A scalar of a file, with the type that YAML gives it.
    init(_ string: String, tag: Tag) {
        (self.string, shown) = (string, string.cut.debugDescription)
        form =
            switch tag {
            case Tag(.int): .integer
            case Tag(.str): .text
            case Tag(.bool): .boolean
            default: .other
            }
    }

    /// A list, or keys and values, where one value should be.
    init(other shown: String) {
        (form, string, self.shown) = (.other, "", shown)
    }

    /// The digits of a whole number without sign, underscore or leading zero, whose meaning
    /// would depend on who reads it; `nil` for anything else.
    var integer: Int? {
        guard form == .integer || form == .untyped else { return nil }
        guard string == "0" || string.first != "0" else { return nil }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return string.utf8.allSatisfy(digits.contains) ? Int(string) : nil
    }

    var text: String? {
        form == .text || form == .untyped ? string : nil
    }

    var boolean: Bool? {
        form == .boolean || form == .untyped ? Bool(string) : nil
    }
}

extension String {
    fileprivate var cut: String {
        count <= 60 ? self : prefix(60) + "…"
    }
}

/// What a page says of itself, for a preview of a link to it.
///
/// - Source: The Open Graph protocol; HTML §4.2.2 (title), §4.2.5 (meta), §13.2.5 (what ends a tag,
///   a comment and a script).
package struct LinkPage: Equatable, Sendable {
    /// Its title, on one line; empty: it has none.
    package private(set) var title = ""
    /// What it is about, on one line; empty: it does not say.
    package private(set) var description = ""
    /// The name of the site; empty: it does not say.
    package private(set) var site = ""
    /// The reference of its picture, as the page has it; nil: it has none.
    package private(set) var picture: String?

    /// Characters of each text.
    package static let titleMax = 200
    package static let descriptionMax = 300
    package static let siteMax = 60
    /// Elements whose content is no markup. Of `title` the content is the title.
    private static let rawElements: Set<String> = [
        "script", "style", "noscript", "template", "title",
    ]

    /// A page that is a picture.
    package init(picture: String) { self.picture = picture }

    /// Reads the beginning of a page, up to its body. What it does not understand is passed over.
    package init(html: [UInt8], charset: String?) {
        var facts: [String: String] = [:]
        var text = HTMLText(html, isLatin: Self.isLatin(charset, html))
        while let tag = text.nextTag() {
            if tag.name == "body" || tag.name == "/head" { break }
            if tag.name == "meta" {
                let name = tag.attributes["property"] ?? tag.attributes["name"] ?? ""
                if let content = tag.attributes["content"], facts[name.lowercased()] == nil {
                    facts[name.lowercased()] = content
                }
            } else if Self.rawElements.contains(tag.name) {
                guard let content = text.content(of: tag.name) else { break }
                if tag.name == "title", facts["title"] == nil { facts["title"] = content }
            }
        }
        func first(_ names: String..., most: Int) -> String {
            for name in names {
                let line = Self.line(facts[name] ?? "", most: most)
                if !line.isEmpty { return line }
            }
            return ""
        }
        title = first("og:title", "twitter:title", "title", most: Self.titleMax)
        description = first(
            "og:description", "twitter:description", "description", most: Self.descriptionMax)
        site = first("og:site_name", most: Self.siteMax)
        picture = ["og:image:secure_url", "og:image:url", "og:image", "twitter:image"].lazy
            .compactMap { facts[$0] }.first { !$0.isEmpty }
    }

    /// Whether its bytes are Windows-1252, which is what browsers read ISO 8859-1 as. Everything
    /// else is read as UTF-8.
    ///
    /// - Source: Encoding §4.2.
    private static func isLatin(_ charset: String?, _ html: [UInt8]) -> Bool {
        let latin = ["iso-8859-1", "windows-1252", "latin1", "us-ascii", "cp1252"]
        if let charset { return latin.contains(charset.lowercased()) }
        let head = String(decoding: html.prefix(1_024), as: UTF8.self).lowercased()
        return latin.contains { name in
            ["charset=\(name)", "charset=\"\(name)", "charset='\(name)"].contains {
                head.contains($0)
            }
        }
    }

    /// A text on one line, without what cannot be seen, and no longer than `most` characters.
    private static func line(_ text: String, most: Int) -> String {
        var (line, count, isSpaced) = (String.UnicodeScalarView(), 0, false)
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                isSpaced = count > 0
                continue
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .privateUse, .surrogate, .unassigned: continue
            default: break
            }
            guard count < most else {
                line.append("…")
                break
            }
            if isSpaced { line.append(" ") }
            line.append(scalar)
            count += isSpaced ? 2 : 1
            isSpaced = false
        }
        return String(line)
    }
}

/// The markup of a page, tag by tag. Each byte is read once.
private struct HTMLText {
    struct Tag {
        /// In lower case; of an end tag behind `/`.
        let name: String
        var attributes: [String: String] = [:]
    }

    private static let attributesMax = 32
    private let bytes: [UInt8]
    private let isLatin: Bool
    private var place = 0

    init(_ bytes: [UInt8], isLatin: Bool) {
        (self.bytes, self.isLatin) = (bytes, isLatin)
    }

    /// The next tag; nil: there is none that ends.
    mutating func nextTag() -> Tag? {
        while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
            place = start + 1
            if bytes[place...].starts(with: "!--".utf8) {
                guard let end = find("-->", from: place + 1) else { return nil }
                place = end + 3
                continue
            }
            guard let first = bytes[place...].first,
                Self.isLetter(first) || first == UInt8(ascii: "/")
            else { continue }
            let name = word { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
            var tag = Tag(name: name.lowercased())
            guard readAttributes(&tag) else { return nil }
            return tag
        }
        return nil
    }

    /// What stands before the end tag of an element; nil: it does not end.
    mutating func content(of element: String) -> String? {
        guard let end = find("</" + element, from: place) else { return nil }
        defer { place = end }
        return text(bytes[place..<end])
    }

    /// - Returns: false when the tag does not end.
    private mutating func readAttributes(_ tag: inout Tag) -> Bool {
        while place < bytes.count {
            _ = word { Self.isSpace($0) || $0 == UInt8(ascii: "/") }
            guard place < bytes.count else { return false }
            if bytes[place] == UInt8(ascii: ">") {
                place += 1
                return true
            }
            let name = word { !Self.isSpace($0) && !"=>/".utf8.contains($0) }.lowercased()
            _ = word(Self.isSpace)
            var value = ""
            if place < bytes.count, bytes[place] == UInt8(ascii: "=") {
                place += 1
                _ = word(Self.isSpace)
                value = self.value()
            } else if name.isEmpty {
                place += 1
            }
            if tag.attributes.count < Self.attributesMax, tag.attributes[name] == nil {
                tag.attributes[name] = value
            }
        }
        return false
    }

    private mutating func value() -> String {
        guard place < bytes.count else { return "" }
        let quote = bytes[place]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return word { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
        }
        place += 1
        let value = word { $0 != quote }
        place = min(place + 1, bytes.count)
        return value
    }

    /// The bytes from here on for which `belongs` holds, as text.
    private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
        let end = bytes[place...].firstIndex { !belongs($0) } ?? bytes.count
        defer { place = end }
        return text(bytes[place..<end])
    }

    /// Where ASCII text begins next, in any letter case.
    private func find(_ text: String, from start: Int) -> Int? {
        let wanted = Array(text.utf8)
        var index = min(start, bytes.count)
        while index + wanted.count <= bytes.count {
            if zip(bytes[index...], wanted).allSatisfy({ Self.lower($0) == $1 }) { return index }
            index += 1
        }
        return nil
    }

    private func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text =
            isLatin
            ? String(String.UnicodeScalarView(bytes.map(Self.latin)))
            : String(decoding: bytes, as: UTF8.self)
        return text.contains("&") ? CharacterReferences.resolved(text) : text
    }

    /// - Source: Encoding §9, index windows-1252.
    private static func latin(_ byte: UInt8) -> Unicode.Scalar {
        let high: [UInt16] = [
            0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160,
            0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
            0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0x9D, 0x17E, 0x178,
        ]
        guard (0x80..<0xA0).contains(byte) else { return Unicode.Scalar(byte) }
        return Unicode.Scalar(high[Int(byte) - 0x80]) ?? "\u{FFFD}"
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower(byte))
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}

/// References to characters: by number, and the names that titles use.
///
/// - Source: HTML §13.2.5.72 to §13.2.5.80.
private enum CharacterReferences {
    private static let names: [Substring: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "ndash": "–",
        "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "bdquo": "„", "laquo": "«", "raquo": "»", "middot": "·", "bull": "•", "auml": "ä",
        "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
        "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "copy": "©", "reg": "®",
        "trade": "™", "euro": "€",
    ]
    private static let lengthMax = 10

    static func resolved(_ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            rest = rest[start...].dropFirst()
            guard let end = rest.prefix(lengthMax).firstIndex(of: ";"),
                let scalar = scalar(rest[..<end])
            else {
                result += "&"
                continue
            }
            result.unicodeScalars.append(scalar)
            rest = rest[end...].dropFirst()
        }
        return result + rest
    }

    private static func scalar(_ reference: Substring) -> Unicode.Scalar? {
        guard reference.first == "#" else { return names[reference] }
        let digits = reference.dropFirst()
        let number =
            digits.lowercased().hasPrefix("x")
            ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init)
    }
}

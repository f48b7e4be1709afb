package import HTTP
import HTTPTypes
package import Observability

/// The page: files that are read once, and served from memory.
package struct PageFiles: Sendable {
    /// A server without a page.
    package static let none = PageFiles(places: [])
    /// The path of what the page must know before the user has logged in.
    static let termsPath = "/page.json"
    /// Where the page is: also where links of posts and of invitations lead.
    static let documentPaths = ["/", "/circle/{post}", "/i"]

    /// Each file and its path.
    let places: [(path: String, file: PageFile)]

    private init(places: [(path: String, file: PageFile)]) {
        self.places = places
    }

    /// - Parameters:
    ///   - files: all files of the folder, by their names in it: "a/main-1A2B.js".
    ///   - terms: what the page must know before the user has logged in, as JSON.
    /// - Throws: when a file is none that can be served, or there is no page among them.
    package init(
        _ files: [String: [UInt8]], terms: [UInt8], _ policy: PagePolicy
    ) throws(StartFailure) {
        let fields = policy.fields
        guard files[Self.document] != nil else {
            throw StartFailure("\(Self.document) is missing")
        }
        var places: [(path: String, file: PageFile)] = []
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            guard bytes.count <= Self.fileBytesMax else {
                throw StartFailure("\(name) has more than \(Self.fileBytesMax) bytes")
            }
            if let plain = Self.plainName(of: name) {
                guard files[plain] != nil else {
                    throw StartFailure("\(name) is there without \(plain)")
                }
                continue
            }
            let type = try Self.type(of: name)
            var packed: [ContentCoding: [UInt8]] = [:]
            for coding in ContentCoding.allCases where coding != .identity {
                packed[coding] = files[name + coding.suffix]
            }
            let isDocument = name == Self.document
            let file = PageFile(
                bytes, packed: packed, type: type, isForever: name.hasPrefix("a/"),
                isDocument: isDocument, fields)
            places += (isDocument ? Self.documentPaths : ["/\(name)"]).map { ($0, file) }
        }
        places.append((Self.termsPath, PageFile(terms, type: "application/json", fields)))
        self.places = places
    }

    /// The first path of the page that leads elsewhere already; nil: none does.
    package func path(takenIn router: Router<some Sendable>) -> String? {
        places.map(\.path).first { path in
            let head = HTTPRequest(method: .get, scheme: nil, authority: nil, path: path)
            guard case .notFound = router.route(head) else { return true }
            return false
        }
    }

    private static let document = "index.html"
    /// Most bytes of a file in one coding: with its head it has to fit into what is held for a
    /// peer that does not read (`limits.outboxBytes`).
    private static let fileBytesMax = 200 * 1_024

    /// The name of the file that is packed in this one; nil: it is not packed.
    private static func plainName(of name: String) -> String? {
        let coding = ContentCoding.allCases.first {
            $0 != .identity && name.hasSuffix($0.suffix)
        }
        return coding.map { String(name.dropLast($0.suffix.count)) }
    }

    private static func type(of name: String) throws(StartFailure) -> String {
        let ending = name.split(separator: ".").last ?? ""
        switch ending {
        case "html", "css": return "text/\(ending); charset=utf-8"
        case "js", "mjs": return "text/javascript; charset=utf-8"
        case "txt": return "text/plain; charset=utf-8"
        case "json": return "application/json"
        case "webmanifest": return "application/manifest+json"
        case "svg": return "image/svg+xml; charset=utf-8"
        case "png", "webp": return "image/\(ending)"
        case "ico": return "image/x-icon"
        case "woff2": return "font/woff2"
        default: throw StartFailure("\(name) is of no kind that is served")
        }
    }
}

extension ContentCoding {
    /// The end of the names of files that are packed so.
    fileprivate var suffix: String {
        switch self {
        case .br: ".br"
        case .gzip: ".gz"
        case .identity: ""
        }
    }
}

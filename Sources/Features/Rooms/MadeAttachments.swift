import Files
import Kernel
import Media
import SwiftProtobuf
import Wire

/// Attachments that the server makes of a command: places, and previews of links.
extension AttachmentCommands {
    /// How long a place can be read.
    private static let minutes: ClosedRange<UInt32> = 5...10_080

    /// Makes a place for a message. The message has a reference: the place itself is in a file that
    /// expires, and so in no inbox, notification, event of the log or later backup.
    func shareLocation(
        _ command: LocationShare, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Attachment> {
        let position = try Position(
            lat: command.hasLat ? command.lat : nil, lon: command.hasLon ? command.lon : nil)
        guard Self.minutes.contains(command.minutes) else {
            throw Refusal(
                .invalidField, field: "minutes",
                "expected \(Self.minutes.lowerBound) to \(Self.minutes.upperBound)")
        }
        let text = #"{"lat":\#(position.lat),"lon":\#(position.lon)}"#
        let made = Made(
            file: try files.add(Array(text.utf8)), form: .json,
            shown: .with { $0.kind = .location }, life: .seconds(60 * Int64(command.minutes)))
        return Inquiry { (transaction) throws(Refusal) in
            try keep(made, of: caller, "", in: transaction)
        }
    }

    /// Reads a page that the caller links to. The result is an upload of the caller: it counts
    /// against the quota, and waits for its message. Recipients fetch nothing of the page.
    func readLink(
        _ command: LinkRead, _ caller: Caller, _ store: any Store, _ admits: AttemptLimit
    ) throws(Refusal) -> Inquiry<Transaction, Attachment> {
        let url = command.url
        guard LinkRead.urlBytes.contains(url.utf8.count), url.hasPrefix("https://"),
            url.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw Refusal(
                .invalidField, field: "url",
                "expected an address of at most 2,048 bytes that begins with https://")
        }
        // What is to be downloaded of a link is its address.
        let file = try files.add(Array(url.utf8))
        return Inquiry { [media, files] tell in
            media.link(to: url, for: caller.user.rawValue, in: files) {
                tell($0.mapError(Refusal.init))
            }
        } then: { (page, transaction) throws(Refusal) in
            try keep(Made(page, url, file), of: caller, "", in: transaction)
        }
    }
}

extension AttachmentCommands.Made {
    fileprivate init(_ page: MadeLink, _ url: String, _ file: UploadedFile) {
        let picture = page.picture
        self.init(
            file: file, preview: picture?.preview, form: .other,
            previewForm: picture.map { .init($0.previewForm) } ?? .other,
            shown: .with {
                ($0.kind, $0.url, $0.name) = (.link, url, page.title)
                ($0.description_p, $0.site) = (page.description, page.site)
                ($0.width, $0.height) = (picture?.width ?? 0, picture?.height ?? 0)
            })
    }
}

extension Rate {
    /// Each has the server send requests to strangers.
    static let links = Rate(
        "links", of: .user, unit: "links",
        burst: (10, 1_000, "Previews of links that a user has made at once (burst)."),
        perMinute: (6, 1_000, "Previews of links that a user has made per minute."))
}

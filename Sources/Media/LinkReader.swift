public import Files
import Kernel
import Outbound
import Synchronization

/// Reads a page that a user links to, once, for a preview.
///
/// The page learns this server's address, and nothing of the user. Only pages of the public
/// internet are read, each redirection is judged anew, and the address that was judged is the one
/// that is connected to (``OutboundTerms``).
struct LinkReader {
    private static let redirectsMax = 4
    /// Bytes of a page that are read; the rest is passed over.
    private static let pageBytes = 512 << 10
    /// Bytes of a page or picture; a longer one is none.
    private static let bytesMax = 8 << 20

    private let terms: OutboundTerms
    private let deadline: ContinuousClock.Instant

    /// - Parameter time: for all requests together.
    init(_ terms: OutboundTerms, within time: Duration) {
        (self.terms, deadline) = (terms, ContinuousClock.now + time)
    }

    /// - Returns: the page, and where it was found after redirections.
    /// - Throws: `noPage`.
    func page(at url: String) throws(MediaFailure) -> (page: LinkPage, place: String) {
        let beginning = Mutex<[UInt8]>([])
        let (response, place) = try fetch(url, accepting: "text/html,image/*") { piece in
            beginning.withLock { $0 += piece.prefix(max(0, Self.pageBytes - $0.count)) }
            return true
        }
        let parts = (response.fields["content-type"] ?? "").split(separator: ";")
        let type = parts.first.map { $0.trimmed.lowercased() } ?? ""
        switch type {
        case "text/html", "application/xhtml+xml":
            let charset = parts.dropFirst().map(\.trimmed)
                .first { $0.lowercased().hasPrefix("charset=") }
                .map { $0.dropFirst(8).filter { $0 != "\"" } }
            return (LinkPage(html: beginning.withLock { $0 }, charset: charset), place)
        case "image/jpeg", "image/png", "image/webp": return (LinkPage(picture: place), place)
        default: throw .noPage
        }
    }

    /// Stores a picture of a page.
    ///
    /// - Parameters:
    ///   - reference: as the page has it.
    ///   - page: where the page was found.
    /// - Throws: `noPage`; `store`.
    func picture(
        _ reference: String, of page: String, in files: StoredFiles
    ) throws(MediaFailure) -> UploadedFile {
        let upload = files.upload()
        defer { upload.cancel() }
        let refusal = Mutex<Refusal?>(nil)
        guard let url = try? terms.resolve(reference, against: page) else { throw .noPage }
        do throws(MediaFailure) {
            _ = try fetch(url, accepting: "image/jpeg,image/png,image/webp") { piece in
                do throws(Refusal) {
                    try upload.append(piece)
                    return true
                } catch {
                    refusal.withLock { $0 = error }
                    return false
                }
            }
        } catch {
            throw refusal.withLock { $0 }.map(MediaFailure.store) ?? error
        }
        do throws(Refusal) { return try upload.finish() } catch { throw .store(error) }
    }

    /// Follows redirections to a response with status 200, whose body goes to `sink`.
    private func fetch(
        _ url: String, accepting types: String, to sink: @escaping OutboundClient.Sink
    ) throws(MediaFailure) -> (response: OutboundResponse, place: String) {
        let count = Mutex(0)
        var place = url
        do throws(OutboundFailure) {
            for _ in 0...Self.redirectsMax {
                var terms = terms
                terms.timeout = min(terms.timeout, ContinuousClock.now.duration(to: deadline))
                guard terms.timeout > .zero else { break }
                let request = OutboundRequest(
                    .get, place, fields: [OutboundRequest.Field("Accept", types)])
                let response = try OutboundClient.follow(request, under: terms) { piece in
                    let isFull = count.withLock { count in
                        count += piece.count
                        return count > Self.bytesMax
                    }
                    return !isFull && sink(piece)
                }
                if response.status == 200 { return (response, place) }
                guard [301, 302, 303, 307, 308].contains(response.status),
                    let reference = response.fields["location"]
                else { break }
                place = try terms.resolve(reference, against: place)
            }
        } catch {
            throw .noPage
        }
        throw .noPage
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        let end = start.lastIndex { $0 != " " && $0 != "\t" }
        return end.map { start[...$0] } ?? ""
    }
}

extension ConfinedMedia {
    /// Reads a page, and makes a preview of its picture, if it has one that can be read.
    public func link(to url: String, in files: StoredFiles) throws(MediaFailure) -> MadeLink {
        guard let terms = programs.links else { throw .off(engine: "link previews") }
        let reader = LinkReader(terms, within: .seconds(20))
        let (page, place) = try reader.page(at: url)
        var picture: MadePicture?
        if let reference = page.picture {
            do throws(MediaFailure) {
                let file = try reader.picture(reference, of: place, in: files)
                picture = try self.picture(of: file, in: files)
            } catch {
                // A page without a picture is one, too.
                if case .store = error { throw error }
            }
        }
        guard !page.title.isEmpty || picture != nil else { throw .noPage }
        return MadeLink(
            title: page.title, description: page.description, site: page.site, picture: picture)
    }
}

/// Reads an Ogg Opus file that a program has made for us: one stream of one channel, packets of one
/// frame, and nothing else. All is checked, in whatever pieces it comes.
///
/// The two heads are written anew: of the comments of the file nothing is left.
///
/// - Source: RFC 7845 §3 to §5; RFC 6716 §3.1, §3.2.2.
package struct OpusReader {
    /// Samples of a second: positions count in these, whatever the audio was.
    static let samplesPerSecond = 48_000

    private enum State {
        case identification, comments, audio, over
    }

    private var pages = OggPages()
    private var state = State.identification
    private var serial: UInt32 = 0
    private var sequence: UInt32 = 0
    /// Samples that a player drops at the beginning.
    private var skipCount = 0
    /// Samples of all packets that have ended.
    private var sampleCount = 0
    /// The position of the last page.
    private var position = 0
    /// Bytes of the packet that goes on with the next page, and its first.
    private var packet: (count: Int, first: UInt8)?

    /// The most bytes of a packet: its first, and one frame.
    private static let packetBytesMax = 1_276
    /// The most bytes of the page of comments.
    private static let commentBytesMax = 4_096

    /// How long what was read so far plays.
    var milliseconds: Int {
        max(0, position - skipCount) * 1_000 / Self.samplesPerSecond
    }

    package init() {}

    /// - Returns: bytes of the file that is stored, in order.
    /// - Throws: for anything that was not asked for.
    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(AudioFlaw) -> [UInt8] {
        var file: [UInt8] = []
        for page in try pages.append(bytes) { file += try take(page) }
        return file
    }

    /// The file has ended.
    ///
    /// - Returns: how long it plays, in milliseconds.
    /// - Throws: when its end is missing, or it plays nothing.
    package func finish() throws(AudioFlaw) -> Int {
        guard case .over = state, !pages.isWithin else { throw AudioFlaw("its end is missing") }
        guard milliseconds > 0 else { throw AudioFlaw("it plays nothing") }
        return milliseconds
    }

    private mutating func take(_ page: OggPage) throws(AudioFlaw) -> [UInt8] {
        if case .identification = state { serial = page.serial }
        guard page.serial == serial, page.sequence == sequence else {
            throw AudioFlaw("a page of another stream, or in another place")
        }
        sequence += 1
        switch state {
        case .identification:
            state = .comments
            return try identified(page)
        case .comments:
            state = .audio
            return try uncommented(page)
        case .audio: return try audio(page)
        case .over: throw AudioFlaw("a page behind the last")
        }
    }

    /// - Source: RFC 7845 §5.1.
    private mutating func identified(_ page: OggPage) throws(AudioFlaw) -> [UInt8] {
        let body = page.body
        guard page.flags == .first, page.position == 0, page.segments == [19],
            body.starts(with: "OpusHead".utf8)
        else { throw AudioFlaw("no head of Opus") }
        // Version 1, one channel, no gain, one stream.
        guard body[8] == 1, body[9] == 1, body[16] == 0, body[17] == 0, body[18] == 0 else {
            throw AudioFlaw("a head of another kind of Opus")
        }
        skipCount = Int(body[10]) | Int(body[11]) << 8
        return OggPage.file(body, flags: .first, serial: serial, sequence: 0)
    }

    /// - Source: RFC 7845 §5.2: a vendor, and no comments.
    private func uncommented(_ page: OggPage) throws(AudioFlaw) -> [UInt8] {
        guard page.flags.isEmpty, page.position == 0, page.body.starts(with: "OpusTags".utf8),
            page.body.count <= Self.commentBytesMax, page.segments.last.map({ $0 < 255 }) == true,
            page.segments.dropLast().allSatisfy({ $0 == 255 })
        else { throw AudioFlaw("no comments of Opus") }
        let vendor = Array("Upfor".utf8)
        let comments = Array("OpusTags".utf8) + [UInt8(vendor.count), 0, 0, 0] + vendor
        return OggPage.file(comments + [0, 0, 0, 0], flags: [], serial: serial, sequence: 1)
    }

    private mutating func audio(_ page: OggPage) throws(AudioFlaw) -> [UInt8] {
        guard page.flags.contains(.continued) == (packet != nil), !page.flags.contains(.first)
        else { throw AudioFlaw("a packet that is cut") }
        let samplesBefore = sampleCount
        try packets(of: page)
        let isLast = page.flags.contains(.last)
        if let stated = page.position {
            // The end may be cut within the packets of the last page.
            guard stated == sampleCount || isLast && (samplesBefore...sampleCount).contains(stated)
            else { throw AudioFlaw("a position that is not that of its packets") }
            position = stated
        } else {
            guard sampleCount == samplesBefore else { throw AudioFlaw("a page without position") }
        }
        if isLast {
            guard packet == nil else { throw AudioFlaw("a packet without an end") }
            state = .over
        }
        return page.file
    }

    private mutating func packets(of page: OggPage) throws(AudioFlaw) {
        var offset = 0
        for segment in page.segments {
            var begun = packet ?? (0, 0)
            if begun.count == 0, segment > 0 { begun.first = page.body[offset] }
            begun.count += Int(segment)
            offset += Int(segment)
            guard begun.count <= Self.packetBytesMax else { throw AudioFlaw("a long packet") }
            guard segment < 255 else {
                packet = begun
                continue
            }
            packet = nil
            sampleCount += try Self.sampleCount(of: begun)
        }
    }

    /// - Source: RFC 6716 §3.1: the first byte has configuration, channels and how many frames.
    private static func sampleCount(
        of packet: (count: Int, first: UInt8)
    ) throws(AudioFlaw) -> Int {
        guard packet.count > 0, packet.first & 0b111 == 0 else {
            throw AudioFlaw("a packet of two channels, or not of one frame")
        }
        let (configuration, size) = (packet.first >> 3, Int(packet.first >> 3 & 3))
        return switch configuration {
        case 0..<12: [480, 960, 1_920, 2_880][size]
        case 12..<16: [480, 960][size & 1]
        default: [120, 240, 480, 960][size]
        }
    }
}

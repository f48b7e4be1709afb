import SwiftProtobuf
import Wire

/// What a request wants of a meetup: W15 by `status_code`, `time_1` and `location`.
struct WordupMeetup {
    private let match: UInt32
    private let speaker: UInt32
    private let time: String
    private let place: String
    /// Nil: none is given.
    private let status: UInt32?
    private let cid: String

    init(_ document: WordupMatchChange) {
        (match, speaker) = (document.match, 0)
        (time, place, cid) = (document.time1, document.location, document.cid)
        status = document.hasStatusCode ? document.statusCode : nil
    }

    init(_ document: WordupTimeChange) {
        (match, speaker) = (0, document.profile)
        (time, place, cid) = (document.time1, document.location, document.cid)
        status = document.hasStatusCode ? document.statusCode : nil
    }

    /// The command that does it.
    ///
    /// - Throws: `.invalidField` for a time or a status that is none.
    var command: ClientMessage.OneOf_Command {
        get throws(DecodingFailure) {
            switch status {
            case nil, 1, 2:
                var offer = MeetupOffer()
                (offer.number, offer.speaker, offer.cid) = (match, speaker, cid)
                (offer.at, offer.place) = (try at, place)
                return .meetupOffer(offer)
            case 3:
                var acceptance = MeetupAccept()
                (acceptance.number, acceptance.speaker, acceptance.cid) = (match, speaker, cid)
                (acceptance.at, acceptance.place) = (try at, place)
                return .meetupAccept(acceptance)
            case 0:
                var clearance = MeetupClear()
                (clearance.number, clearance.speaker, clearance.cid) = (match, speaker, cid)
                return .meetupClear(clearance)
            default:
                throw DecodingFailure(
                    .invalidField, field: "status_code", "expected a number, 0 to 3")
            }
        }
    }

    private var at: Google_Protobuf_Timestamp {
        get throws(DecodingFailure) {
            guard let at = WordupTime.timestamp(time) else {
                throw DecodingFailure(
                    .invalidField, field: "time_1",
                    "expected a time, as in 2027-05-20 18:30:00 +0000")
            }
            return at
        }
    }
}

/// Times as the documents write them: "2027-05-20 18:30:00 +0000".
enum WordupTime {
    /// Reads one, or a time of RFC 3339.
    static func timestamp(_ text: String) -> Google_Protobuf_Timestamp? {
        var bytes = Array(text.utf8.prefix(41))
        guard bytes.count > 19, bytes.count < 41 else { return nil }
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = UInt8(ascii: "T") }
        if let space = bytes.firstIndex(of: UInt8(ascii: " ")) { bytes.remove(at: space) }
        return Google_Protobuf_Timestamp(rfc3339: String(decoding: bytes, as: UTF8.self))
    }

    /// Writes one. A fraction of a second is written only if there is one.
    static func text(_ time: Google_Protobuf_Timestamp) -> String? {
        guard let text = try? time.jsonString() else { return nil }
        // "2027-05-20T18:30:00Z", in quotes.
        return text.dropFirst().dropLast(2).replacing("T", with: " ") + " +0000"
    }
}

import Files
import Kernel
import SwiftProtobuf
import Wire

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
}

import SwiftProtobuf
import Wire

extension Wording {
    /// ● here, ○ not here, ◐ nobody can know.
    func mark(_ whereabouts: Whereabouts) -> Table.Cell {
        Table.Cell(whereabouts.mark, whereabouts.dress(palette))
    }

    /// In words: `last seen 14:02`.
    func text(_ whereabouts: Whereabouts) -> String {
        switch whereabouts {
        case .online: "online"
        case .offline(let lastSeen?):
            "last seen \(times.text(Google_Protobuf_Timestamp(seconds: lastSeen)))"
        case .offline(nil): "offline"
        case .unknown: "not known yet"
        }
    }

    /// A friend came or went.
    func sentence(_ presence: Presence) -> String {
        let whereabouts = Whereabouts(presence)
        let mark = whereabouts.dress(palette)(whereabouts.mark)
        let name = safe(presence.user)
        return switch whereabouts {
        case .online: "\(mark) \(name) is online"
        case .offline: "\(mark) \(name) is offline"
        case .unknown: "\(mark) nobody can know yet whether \(name) is online"
        }
    }
}

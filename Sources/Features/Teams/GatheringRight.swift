import Kernel
import Wire

/// What may be done at a gathering.
enum GatheringRight: Sendable {
    /// To see who attends it, to make projects and to swipe.
    case takePart
    /// To change what it says, its picture, its place and its times.
    case change
    /// To see all projects at it, and to change and delete any of them.
    case runProjects
    /// To remove who attends it, and no more than that.
    case removeAttendees
    /// To give roles, and to take them: also by removing who has one.
    case grant
    /// To delete it.
    case delete
    /// To read the documents that attendees have opened to companies.
    case readOpenedDocuments
}

extension GatheringRole {
    /// Who may do what: all that roles are (docs/decisions/0045).
    private static let rights: [GatheringRole: Set<GatheringRight>] = [
        .attendee: [.takePart],
        .company: [.takePart, .readOpenedDocuments],
        .coordinator: [.takePart, .change, .runProjects, .removeAttendees],
        .planner: [.takePart, .change, .runProjects, .removeAttendees, .grant, .delete],
    ]

    /// Whether who has this role may do that.
    func may(_ right: GatheringRight) -> Bool { Self.rights[self]?.contains(right) ?? false }

    /// Those who may do that, as the store has them.
    static func columns(with right: GatheringRight) -> SQL {
        SQL.list(rights.keys.filter { $0.may(right) }.map(\.column).sorted().map { "\($0)" })
    }

    /// Those that a planner may give.
    static let granted: Set<GatheringRole> = Set(rights.keys)

    /// Those who may do that, for who may not: "planners and coordinators".
    static func names(of right: GatheringRight) -> String {
        let names: [(GatheringRole, String)] = [
            (.planner, "planners"), (.coordinator, "coordinators"), (.company, "companies"),
            (.attendee, "attendees"),
        ]
        return names.filter { $0.0.may(right) }.map(\.1).joined(separator: " and ")
    }

    /// As the store has it.
    var column: Int64 { Int64(rawValue) }

    /// - Parameter column: as the store has it; no role of ours: does not attend.
    init(column: Int64) { self = GatheringRole(rawValue: Int(column)) ?? .notAttending }
}

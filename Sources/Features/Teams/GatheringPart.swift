import Kernel
import Wire

/// How somebody takes part in a gathering: a role, and what belongs to it.
struct GatheringPart: Sendable {
    /// Of who does not attend.
    static let none = GatheringPart(role: .notAttending, company: "")

    let role: GatheringRole
    /// Empty unless the role is that of a company.
    let company: String

    private init(role: GatheringRole, company: String) {
        (self.role, self.company) = (role, company)
    }

    /// What a planner gives.
    ///
    /// - Throws: `.invalidField` for what is no role, for a company without a name, and for the
    ///   name of a company with another role.
    init(granted command: GatheringGrant) throws(Refusal) {
        guard GatheringRole.granted.contains(command.role) else {
            throw Refusal(
                .invalidField, field: "role",
                "expected ATTENDEE, COMPANY, COORDINATOR or PLANNER")
        }
        guard command.role == .company || command.company.isEmpty else {
            throw Refusal(.invalidField, field: "company", "expected none: the role is no COMPANY")
        }
        role = command.role
        company = role == .company ? try TeamFields.company(command.company) : ""
    }
}

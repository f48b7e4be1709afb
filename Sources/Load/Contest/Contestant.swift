/// A server that takes part, by the name that a report gives it.
struct Contestant: Sendable {
    let name: String
    let server: SubjectServer
    let target: Target

    init(_ name: String, _ server: SubjectServer) {
        self.init(name, server, Target(server))
    }

    init(_ name: String, _ server: SubjectServer, _ target: Target) {
        (self.name, self.server, self.target) = (name, server, target)
    }
}

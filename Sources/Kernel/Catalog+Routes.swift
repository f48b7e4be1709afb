public import SwiftProtobuf
public import Wire

extension Catalog {
    /// Adds a place over HTTP where a command of this catalogue is used: what stands in the braces
    /// of its path fills the fields of those names.
    ///
    /// The command is decoded, limited and done as over a socket, and by its own name.
    ///
    /// - Parameter shows: makes the answer; by default it is the command's, in JSON.
    public mutating func route<Command: Message>(
        _ method: Route.Method, _ pattern: String, _ command: CommandCase<Command>,
        shows: @escaping RouteAnswer.Maker = RouteAnswer.asMessage
    ) {
        let name = Self.identity(of: command(Command())).name
        guard let entry = self[.json(name)] else {
            preconditionFailure("\(pattern) comes before \(name)")
        }
        let isRead = entry.verb == .read
        precondition(
            isRead || entry.verb == .write || entry.verb == .prepare, "\(name) needs a socket")
        precondition(method != .get || isRead, "\(name) changes something, and \(pattern) does not")
        routes.append(Route(method, pattern, .command(entry, shows: shows)))
    }

    /// Adds a place over HTTP where something is changed by a body of any kind.
    public mutating func route(
        _ method: Route.Method, _ pattern: String, _ change: RouteChange
    ) {
        precondition(method != .get, "\(pattern) changes something")
        routes.append(Route(method, pattern, .change(change)))
    }

    /// Adds a place over HTTP where files are seen; the last segment of its path is their names.
    public mutating func route(_ pattern: String, _ file: RouteFile) {
        routes.append(Route(.get, pattern, .file(file)))
    }

    /// Names of what is counted: commands, in their order, and changes that are none.
    public var countedNames: [String] { entries.map(\.name) + changeNames }

    /// Where a change is counted.
    public func place(of change: RouteChange) -> Int {
        changeNames.firstIndex(of: change.name).map { entries.count + $0 } ?? -1
    }

    /// Most bytes of a body that some place takes.
    public var routeBodyBytesMax: Int {
        routes.reduce(0) { most, route in
            guard case .change(let change) = route.target else { return most }
            return max(most, change.bodyBytesMax ?? 0)
        }
    }

    private var changeNames: [String] {
        var names: [String] = []
        for case .change(let change) in routes.map(\.target) where !names.contains(change.name) {
            names.append(change.name)
        }
        return names
    }
}

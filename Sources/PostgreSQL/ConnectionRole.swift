/// What a connection to the server is there for.
enum ConnectionRole: Equatable {
    /// To read; beside other nodes, for the node of this number.
    case reader(node: Int?)
    /// To write, and nobody else does.
    case onlyWriter
    /// To write, as the node of this name.
    case node(String)

    /// Whether it writes as one of several nodes.
    var isNode: Bool { if case .node = self { true } else { false } }
}

public import Wire

extension Catalog {
    /// Adds something that a connection may have open, and the command that opens and closes it.
    ///
    /// It is closed when the session ends. Whatever is told only those who have it open is a hint
    /// with this topic.
    ///
    /// - Parameter isOpen: whether the command opens it, or closes it.
    public mutating func topic<Command: Normalizable>(
        _ topic: Topic, _ command: CommandCase<Command>,
        isOpen: @escaping @Sendable (Command) throws(Refusal) -> Bool
    ) {
        precondition(topics.insert(topic).inserted, "the topic \(topic.name) twice")
        live(command) { (command, _) throws(Refusal) in
            .open(topic, try isOpen(command))
        }
    }
}

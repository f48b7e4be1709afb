/// What a request of HTTP was for. Nothing that a peer chooses becomes a label.
package enum RequestKind: Int, CaseIterable {
    /// A command, by its name.
    case command
    /// A document of an interface that has its own.
    case document
    /// A change by a body of any kind: a picture.
    case change
    case file, description, events, socket, health
    /// A file of the web page.
    case page
    /// Nothing that there is, or no request at all.
    case other
}

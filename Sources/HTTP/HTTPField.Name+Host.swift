internal import HTTPTypes

extension HTTPField.Name {
    /// Whether this is Host, which the head of a request keeps as its authority instead.
    var isHost: Bool {
        canonicalName == "host"
    }
}

// Limits that nobody sets: one room keeps them, and the log or the metrics of another name them.

extension Configuration.Limits {
    /// Most connections of one user that give way to nobody.
    package static let connectionsOfUserMax = 100
}

extension Configuration.Notifiers {
    /// Most letters of one user that wait on one way.
    package static let lettersOfUserMax = 40
    /// So many people in a row say that push services refuse our key.
    package static let keyRefusalsMin = 3
}

/// What goes wrong with a disk.
public enum Fault: CaseIterable, Sendable {
    /// One operation fails: a write may have done half of its work, and a sync leaves a part of
    /// what it was to keep, and never keeps the rest.
    case error
    /// From here on nothing can be written, until there is room again.
    case full
    /// From here on nothing can be done at all.
    case powerCut
}

/// What is left, of all that was not synced, when the power is gone.
public enum Survival: CaseIterable, Sendable {
    /// Nothing.
    case nothing
    /// Some sectors, some names, whichever chance says.
    case some
    /// All of it: not the machine died, but the process.
    case everything
}

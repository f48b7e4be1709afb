/// How far a loop has come.
enum Lifecycle {
    case created, running, stopping, stopped
}

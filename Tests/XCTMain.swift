import Dispatch
import Media
import Testing

/// Runs all tests. Without such a file SwiftPM looks for tests in an index, which takes a third of
/// the time of a debug build.
@main
struct Tests {
    /// As the daemon's: tests of pictures start this program once more.
    static func main() {
        PictureWorker.runIfAsked()
        Task { await Testing.__swiftPMEntryPoint() as Never }
        dispatchMain()
    }
}

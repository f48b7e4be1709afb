import Testing

/// Runs all tests. Without such a file SwiftPM looks for tests in an index, which takes a third of
/// the time of a debug build.
@main
struct Tests {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}

import Foundation
import FuzzTargets
import Testing

/// What the fuzzer has found, without the fuzzer: `make fuzz` finds more.
@Suite(.timeLimit(.minutes(10))) struct `The corpus of the fuzzer` {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fuzz/Corpus")

    /// A broken oracle ends the process; the file that broke it is the last that was named.
    @Test(arguments: Target.all.map(\.name))
    func `breaks no oracle`(name: String) throws {
        let target = try #require(Target.all.first { $0.name == name })
        let files = try FileManager.default.contentsOfDirectory(
            at: Self.corpus.appending(path: name), includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            let input = bytes.withUnsafeBufferPointer { Input($0) }
            input.map(target.run)
        }
    }
}

import FuzzTargets
import Glibc

/// What libFuzzer's own `main` calls, before anything else.
///
/// `Fuzz --target=NAME [libFuzzer's options] CORPUS…`, `--list`, or `--seeds=FOLDER`: libFuzzer
/// leaves options with two dashes alone, and hands them on to the processes it starts.
@c(LLVMFuzzerInitialize)
public func initialize(
    _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
    if CommandLine.arguments.contains("--list") {
        Target.all.forEach { print($0.name) }
        exit(0)
    }
    if let folder = Options.value(of: "seeds") {
        do {
            try Seeds.write(to: folder)
            exit(0)
        } catch {
            fatalError("\(error)")
        }
    }
    guard Target.chosen != nil else {
        print("--target= is one of: \(Target.all.map(\.name).joined(separator: " "))")
        exit(2)
    }
    return 0
}

/// What libFuzzer calls for every input.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    if let input = Input(UnsafeBufferPointer(start: bytes, count: count)) {
        Target.chosen?.run(input)
    }
    return 0
}

extension Target {
    /// The one that `--target=` names.
    fileprivate static let chosen = all.first { $0.name == Options.value(of: "target") }
}

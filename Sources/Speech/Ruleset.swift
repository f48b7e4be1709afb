import CWorker
import Glibc

/// What a worker may do with files: read those that were installed. Nothing of the data.
///
/// - Source: landlock(7).
struct Ruleset: Sendable {
    /// Made once; its descriptor stays open.
    static let shared = Ruleset()

    private let descriptor: Descriptor?

    /// -1 where the kernel has no Landlock: a worker may then read the files that we may.
    var number: Int32 { descriptor?.number ?? -1 }

    private init() {
        let names = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null"]
        let paths: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) }
        defer { for path in paths { free(path) } }
        let texts = paths.map { UnsafePointer<CChar>($0) }
        let ruleset = texts.withUnsafeBufferPointer { paths in
            worker_ruleset(paths.baseAddress, Int32(paths.count))
        }
        descriptor = try? Descriptor(taking: ruleset)
        // Or it would read our memory as a file: /proc/PID/mem. The kernel writes no core then.
        if descriptor == nil { worker_shut_memory() }
    }
}

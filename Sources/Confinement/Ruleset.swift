import CWorker
import Glibc

/// Which files a program may read; it may change none.
///
/// - Source: landlock(7).
package struct Ruleset: Sendable {
    /// Those that were installed. Nothing of the data. Made once; its descriptor stays open.
    package static let installed = Ruleset([])

    /// Those, and what this program itself was started from, which may lie elsewhere.
    package static let ownProgram = Ruleset([OwnProgram.path] + OwnProgram.libraries)

    /// As on a kernel without Landlock.
    static let none = Ruleset()

    private let descriptor: Descriptor?

    /// -1 where the kernel has no Landlock: a program may then read the files that we may.
    var number: Int32 { descriptor?.number ?? -1 }

    private init() { descriptor = nil }

    private init(_ more: [String]) {
        let names = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev/null"] + more
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

/// This program, for a process of the same.
package enum OwnProgram {
    /// Where it is, also if its file was replaced since.
    package static let path = "/proc/self/exe"

    /// Whether it was started as a confined program whose first word is this.
    package static func isCalled(_ name: String) -> Bool {
        worker_called().map { String(cString: $0) } == name
    }

    /// The files of the libraries that are loaded here.
    ///
    /// - Source: proc_pid_maps(5): the path is the sixth field.
    fileprivate static var libraries: [String] {
        guard let maps = fopen("/proc/self/maps", "re") else { return [] }
        defer { fclose(maps) }
        var (paths, line, room) = (Set<String>(), UnsafeMutablePointer<CChar>?.none, 0)
        defer { free(line) }
        while getline(&line, &room, maps) > 0, let text = line.map({ String(cString: $0) }) {
            guard let slash = text.firstIndex(of: "/") else { continue }
            let path = text[slash...].dropLast(text.hasSuffix("\n") ? 1 : 0)
            if path.hasPrefix("/dev/") || path.hasPrefix("/usr/") { continue }
            if path.contains(".so") { paths.insert(String(path)) }
        }
        return paths.sorted()
    }
}

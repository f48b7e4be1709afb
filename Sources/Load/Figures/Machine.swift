import Glibc

/// The machine that figures were measured on.
struct Machine: Encodable, Sendable {
    let processor: String
    let cores: Int
    let kernel: String

    /// This one.
    static func current() -> Machine {
        let name = ProcessFile.read("/proc/cpuinfo").flatMap { processor(in: $0) }
        let release = ProcessFile.read("/proc/sys/kernel/osrelease")
        return Machine(
            processor: name ?? "unknown processor",
            cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
            kernel: release?.split(separator: "\n").first.map { "Linux \($0)" } ?? "Linux")
    }

    /// How busy it has been during the last minute, in threads that wanted to run.
    static var load: String {
        ProcessFile.read("/proc/loadavg")?.split(separator: " ").first.map(String.init) ?? "?"
    }

    /// The first processor's name.
    ///
    /// - Source: proc(5), /proc/cpuinfo
    static func processor(in text: String) -> String? {
        for line in text.split(separator: "\n") where line.hasPrefix("model name") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let words = line[line.index(after: colon)...].split(separator: " ")
            if !words.isEmpty { return words.joined(separator: " ") }
        }
        return nil
    }

    var text: String { "\(processor), \(cores) cores, \(kernel)" }
}

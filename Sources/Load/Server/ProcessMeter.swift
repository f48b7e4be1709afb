import FoundationEssentials
import Glibc

/// What another process has used so far, by the kernel's account.
struct ProcessMeter: Sendable {
    let process: pid_t

    /// Processor time of all its threads, those that have ended included, in nanoseconds.
    ///
    /// - Source: clock_getcpuclockid(3)
    func cpuNanoseconds() throws(LoadFailure) -> UInt64 {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0,
            let time = MonotonicClock.nanoseconds(of: clock)
        else { throw LoadFailure("there is no process \(process) to measure") }
        return time
    }

    /// Memory that it shares with no other process.
    func privateBytes() throws(LoadFailure) -> Int {
        let path = "/proc/\(process)/smaps_rollup"
        guard let text = ProcessFile.read(path), let bytes = Self.privateBytes(in: text) else {
            throw LoadFailure("cannot read \(path)")
        }
        return bytes
    }

    /// Descriptors that it has open.
    func descriptorCount() throws(LoadFailure) -> Int {
        let path = "/proc/\(process)/fd"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw LoadFailure("cannot read \(path)")
        }
        return names.count
    }

    /// The most memory that it ever had resident.
    ///
    /// - Source: proc(5), VmHWM in /proc/pid/status
    func peakBytes() throws(LoadFailure) -> Int { try statusBytes("VmHWM:") }

    /// Memory of its own that it may write, used or not.
    ///
    /// - Source: proc(5), VmData in /proc/pid/status
    func dataBytes() throws(LoadFailure) -> Int { try statusBytes("VmData:") }

    private func statusBytes(_ name: String) throws(LoadFailure) -> Int {
        let path = "/proc/\(process)/status"
        let line = ProcessFile.read(path)?.split(separator: "\n").first { $0.hasPrefix(name) }
        guard let words = line?.split(whereSeparator: \.isWhitespace), words.count == 3,
            let kibibytes = Int(words[1])
        else { throw LoadFailure("cannot read \(path)") }
        return kibibytes &* 1024
    }

    /// - Source: proc(5), /proc/pid/smaps
    static func privateBytes(in text: String) -> Int? {
        var kibibytes: Int?
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0] == "Private_Clean:" || words[0] == "Private_Dirty:",
                let count = Int(words[1])
            else { continue }
            kibibytes = (kibibytes ?? 0) &+ count
        }
        return kibibytes.map { $0 &* 1024 }
    }
}

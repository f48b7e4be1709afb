/// How a measurement went: its phases, and what the server had done by some moments.
struct Timeline: Equatable, Sendable {
    /// What a server has done so far.
    struct Moment: Equatable, Sendable {
        /// By ``MonotonicClock``, like those of phases.
        let time: UInt64
        /// Its process: another one begins anew.
        let process: Int32
        /// Its processor time in nanoseconds.
        let cpu: UInt64
        /// Messages that we have had from it.
        let heard: Int
    }

    /// Something that went on from that moment on.
    struct Phase: Equatable, Sendable {
        let time: UInt64
        let name: String
    }

    /// What a server did between two moments.
    struct Rate: Equatable, Sendable {
        /// In seconds since the beginning, the middle of the two.
        let at: Double
        let messagesPerSecond: Double
        /// Of one processor, in percent.
        let cpuPercent: Double
    }

    /// Beyond so many every other one is forgotten, which leaves a picture as it was.
    private static let momentsMax = 2048

    private(set) var phases: [Phase] = []
    private(set) var moments: [Moment] = []
    /// How far moments have to be apart.
    private var leastNanoseconds: UInt64 = 250_000_000

    /// A phase begins; of one that begins again at once, as a wave of many, the first counts.
    mutating func begin(_ name: String, at time: UInt64) {
        guard phases.last?.name != name else { return }
        phases.append(Phase(time: time, name: name))
    }

    /// Takes a moment in, unless it is too soon after another.
    ///
    /// - Returns: what the server did since then.
    mutating func note(_ moment: Moment) -> Rate? {
        guard let last = moments.last else {
            moments.append(moment)
            return nil
        }
        guard moment.time >= last.time &+ leastNanoseconds else { return nil }
        moments.append(moment)
        if moments.count > Self.momentsMax { thin() }
        return rate(from: last, to: moment)
    }

    /// What the servers did, from moment to moment; what lies between two processes is left out.
    var rates: [Rate] { zip(moments, moments.dropFirst()).compactMap(rate) }

    /// Seconds since the first phase.
    func seconds(at time: UInt64) -> Double {
        let start = phases.first?.time ?? moments.first?.time ?? time
        return Double(time - min(time, start)) / 1e9
    }

    private func rate(from one: Moment, to other: Moment) -> Rate? {
        guard one.process == other.process, other.time > one.time, other.cpu >= one.cpu,
            other.heard >= one.heard
        else { return nil }
        let seconds = Double(other.time - one.time) / 1e9
        return Rate(
            at: self.seconds(at: one.time + (other.time - one.time) / 2),
            messagesPerSecond: Double(other.heard - one.heard) / seconds,
            cpuPercent: Double(other.cpu - one.cpu) / 1e7 / seconds)
    }

    private mutating func thin() {
        moments = moments.enumerated().filter { $0.offset % 2 == 0 }.map(\.element)
        leastNanoseconds *= 2
    }
}

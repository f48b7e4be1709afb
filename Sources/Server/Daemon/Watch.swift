import Dispatch
import EventLoop
import Gateway
import Hub
import Observability
import Synchronization

/// Measures all the time how long loops and hub take to give a turn, and writes their state to the
/// event log now and then.
final class Watch: Sendable {
    private static let askMilliseconds = 200

    private let loops: [EventLoop<ClientHandler>]
    private let hub: HubActor
    private let instruments: Instruments
    private let statSeconds: Int
    private let queue = DispatchQueue(label: "upfor.watch", qos: .utility)
    private let timers = Mutex<[any DispatchSourceTimer]>([])
    private let mark: Mutex<StatMark>
    private let usage: Mutex<UsageMark>

    /// - Parameter statSeconds: how far apart `server.stat` is written; 0: never.
    init(
        _ instruments: Instruments, _ loops: [EventLoop<ClientHandler>], _ hub: HubActor,
        statSeconds: Int
    ) {
        (self.instruments, self.loops, self.hub) = (instruments, loops, hub)
        self.statSeconds = statSeconds
        mark = Mutex(StatMark(instruments))
        usage = Mutex(UsageMark(instruments))
    }

    func start() {
        repeatedly(every: .milliseconds(Self.askMilliseconds)) { $0.ask() }
        if statSeconds > 0 { repeatedly(every: .seconds(statSeconds)) { $0.tell() } }
    }

    func stop() {
        timers.withLock { timers in timers.forEach { $0.cancel() } }
    }

    private func repeatedly(
        every interval: DispatchTimeInterval, _ body: @escaping @Sendable (Watch) -> Void
    ) {
        timers.withLock { timers in
            let timer = DispatchSource.makeTimerSource(queue: queue)
            timer.setEventHandler { [weak self] in self.map(body) }
            timer.schedule(deadline: .now() + interval, repeating: interval)
            timer.activate()
            timers.append(timer)
        }
    }

    private func ask() {
        for (loop, meter) in zip(loops, instruments.clients) {
            meter.lag.ask { answer in loop.post { _ in answer() } }
        }
        hub.askForLag()
    }

    private func tell() {
        let now = StatMark(instruments)
        let fields = mark.withLock { mark in
            defer { mark = now }
            return now.fields(since: mark, instruments)
        }
        instruments.log.write(.serverStat, fields: fields)
        let use = UsageMark(instruments)
        let before = usage.withLock { usage in
            defer { usage = use }
            return usage
        }
        for fields in use.activities(since: before) {
            instruments.log.write(.activityTally, fields: fields)
        }
        if let fields = use.friends(since: before) {
            instruments.log.write(.socialTally, fields: fields)
        }
    }
}

import Administration
import Dispatch
import EventLoop
import Gateway
import Hub
import Kernel
import Notifications
import Observability
import Settings
import Storage
import Synchronization

extension Daemon {
    /// Takes no more connections, answers the commands that were accepted, sends each client the
    /// time to come back, and closes the data. Nothing that was acknowledged is lost. A picture
    /// that is under way is given up without an answer: to put it again has the same effect.
    ///
    /// The data is free for another daemon as soon as each client has its goodbye; the last
    /// goodbyes may then still be on their way. Connections left after `drain.seconds` are cut off.
    ///
    /// - Parameter isHandedOver: another daemon waits for the data, and serves our listeners: all
    ///   clients get their goodbyes at once.
    public func stop(isHandedOver: Bool = false) async {
        var drain = settings.current.drain
        if isHandedOver { (drain.noticeSeconds, drain.farewellSeconds) = (0, 0) }
        readiness.state = .draining
        log.write(.serverStopping)
        chores.stop()
        fileSweep.stop()
        let deadline = cutOff(after: drain.seconds)
        await pause(milliseconds: drain.noticeSeconds * 1000)
        await hub.beginDraining()
        await dismissEverybody(drain)
        workers.stop()
        fileWorkers.stop()
        desk?.stop()
        mail?.stop()
        leases?.stop()
        for stopper in stoppers { try? store.begin([WriteJob(stopper)]) }
        // The next daemon on the data takes orders at the same place.
        await control?.close()
        store.close()
        hub.stop()
        await answerLatecomers(within: drain.latecomerMilliseconds)
        watch.stop()
        await stopLoops()
        await answerMonitors()
        await admin?.stop()
        await control?.stop()
        deadline.cancel()
        log.write(.serverStopped)
    }

    /// Returns when each client has its goodbye.
    private func dismissEverybody(_ drain: Configuration.Drain) async {
        var total = 0
        for loop in loops { total += await loop.connectionCount }
        log.write(.serverDraining, .count(total))
        let (count, loops) = (total, loops)
        await withCheckedContinuation { continuation in
            let telling = DispatchGroup()
            for loop in loops {
                telling.enter()
                loop.post { loop in
                    loop.stopAccepting()
                    loop.handler.drain.dismissAll(among: count, drain, on: loop) { telling.leave() }
                }
            }
            // Without a successor, or a supervisor that holds it, the port is free from here on.
            listeners.withLock { $0 = [] }
            telling.notify(queue: Self.clock) { continuation.resume() }
        }
    }

    /// All at once: each waits for its slowest peers.
    private func stopLoops() async {
        await withDiscardingTaskGroup { group in
            for loop in loops { group.addTask { await loop.stop() } }
        }
    }

    /// Ends every connection that is left when the time is over.
    private func cutOff(after seconds: Int) -> any DispatchSourceTimer {
        let (loops, log) = (loops, log)
        let timer = DispatchSource.makeTimerSource(queue: Self.clock)
        timer.schedule(deadline: .now() + .seconds(seconds))
        timer.setEventHandler {
            log.write(.serverCutOff, .limit(.drainSeconds, seconds))
            for loop in loops { loop.post { loop in loop.handler.drain.abortAll(on: loop) } }
        }
        timer.activate()
        return timer
    }

    /// Waits a moment for clients whose request, or TLS handshake, was under way when accepting
    /// ended, so that they get an answer: once for the handshake, and once more for the request
    /// behind it.
    private func answerLatecomers(within milliseconds: Int) async {
        let steps = 2 * milliseconds / Self.latecomerStepMilliseconds
        for step in 0..<steps {
            var count = 0
            for loop in loops {
                count += await loop.latecomerCount
                if step < steps / 2 { count += await loop.newcomerCount }
            }
            guard count > 0 else { return }
            await pause(milliseconds: Self.latecomerStepMilliseconds)
        }
    }

    /// Waits a second for the requests of monitors that have connected: a successor has the
    /// administrator's port, and no monitor finds it closed.
    private func answerMonitors() async {
        await admin?.stopAccepting()
        for _ in 0..<20 where await admin?.newcomerCount ?? 0 > 0 {
            await pause(milliseconds: Self.latecomerStepMilliseconds)
        }
    }

    /// How often the stop checks whether there are clients left to wait for.
    private static var latecomerStepMilliseconds: Int { 50 }

    /// Where the times of a stop are kept: whatever waits in the queues of the process, a cut-off
    /// does not wait behind it.
    private static let clock = DispatchQueue(label: "upfor.stopping")

    private func pause(milliseconds: Int) async {
        guard milliseconds > 0 else { return }
        await withCheckedContinuation { continuation in
            let end = DispatchTime.now() + .milliseconds(milliseconds)
            Self.clock.asyncAfter(deadline: end) { continuation.resume() }
        }
    }
}

extension EventLoop where Handler == ClientHandler {
    /// Connections that still speak HTTP.
    fileprivate var latecomerCount: Int { handler.drain.latecomerCount }
}

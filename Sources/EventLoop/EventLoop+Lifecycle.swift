import Dispatch

extension EventLoop {
    /// Lets the loop run; what was posted before runs first. Calling it again does nothing.
    public nonisolated func start() {
        executor.queue.async { self.assumeIsolated { loop in loop.begin() } }
    }

    /// Closes every listener and connection, and returns when all of them are closed.
    ///
    /// Connections are closed gracefully, so it takes as long as the stall and linger limits allow;
    /// abort them for less.
    public nonisolated func stop() async {
        start()
        await shutDown()
    }

    private func begin() {
        guard lifecycle == .created else { return }
        lifecycle = .running
        let watched =
            poller.add(executor.wakeNumber, token: LoopToken.mailbox, [.readable, .edge])
            && poller.add(alarm.number, token: LoopToken.alarm, [.readable, .edge])
        precondition(watched, "epoll refused the loop's own descriptors")
        let source = DispatchSource.makeReadSource(
            fileDescriptor: poller.number, queue: executor.queue)
        source.setEventHandler { self.assumeIsolated { loop in loop.drain() } }
        source.setCancelHandler { self.assumeIsolated { loop in loop.retire() } }
        self.source = source
        source.activate()
    }

    private func shutDown() async {
        guard lifecycle != .stopped else { return }
        lifecycle = .stopping
        stopAccepting()
        for index in 0..<slots.endIndex { close(slots.connection(at: index)) }
        await withCheckedContinuation { stopWaiters.append($0) }
    }

    /// Called at the end of each turn.
    func endIfStopped() {
        guard lifecycle == .stopping, connectionCount == 0, !stopWaiters.isEmpty else { return }
        lifecycle = .stopped
        source?.cancel()
    }

    private func retire() {
        source = nil
        for mail in executor.retire() {
            switch mail {
            case .work(let work): work(self)
            case .job(let job): job.runSynchronously(on: unownedExecutor)
            }
        }
        for waiter in stopWaiters { waiter.resume() }
        stopWaiters.removeAll()
    }
}

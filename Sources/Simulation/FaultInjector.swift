import Promises

/// Injects every kind of fault into a world until it is stopped.
final class FaultInjector {
    private enum Fault: CaseIterable {
        case crash, drain, cut, halfCut, stall, stopApp, jump, fullDisk, restore, rewind
        case cutBus, pause

        /// Faults among several nodes. Restoring a backup is left out: there an operator ends the
        /// epoch.
        static let amongNodes = allCases.filter { $0 != .restore }
        static let alone = allCases.filter { $0 != .cutBus && $0 != .pause }
    }

    /// A copy of the data, and the state of the rules at that time.
    private struct Backup {
        let image: [UInt8]
        let rules: Rules
    }

    unowned let world: World
    private var backup: Backup?
    private(set) var isOver = false

    init(_ world: World) { self.world = world }

    /// Schedules the faults, on a day that has any.
    func plan() {
        guard let every = world.plan.faultEvery else { return }
        let most = Int(every / .milliseconds(1)) * 2
        world.after(world.chance.milliseconds(0...most)) { [self] in
            guard !isOver else { return }
            strike()
            plan()
        }
    }

    /// Whether the present read of a page fails.
    var failsRead: Bool {
        !isOver && world.plan.faultEvery != nil && world.chance.permille(10)
    }

    /// Stops injecting faults and repairs the damage.
    func end() {
        isOver = true
        world.note("calm", "")
        for daemon in world.daemons { daemon.writer.space = .enough }
        for daemon in world.daemons { daemon.suspension.end() }
        world.network.heal()
        if world.plan.isShared { world.bus.heal() }
        for device in world.devices { device.start() }
        for daemon in world.daemons { restart(daemon, after: 0...1000) }
    }

    private func strike() {
        let daemon = world.chance.pick(world.daemons) ?? world.daemons[0]
        switch world.chance.pick(world.plan.isShared ? Fault.amongNodes : Fault.alone) ?? .cut {
        case .crash:
            daemon.crash()
            restart(daemon, after: 100...5000)
        case .drain:
            daemon.drain()
            restart(daemon, after: 3000...6000)
        case .cutBus:
            let one = world.chance.percent(60) ? daemon : nil
            world.bus.cut(one, for: world.chance.milliseconds(100...20_000))
        case .pause:
            let isLong = world.chance.percent(5)
            daemon.pause(for: world.chance.milliseconds(isLong ? 301_000...400_000 : 100...30_000))
        case .cut: cut(.noticed)
        case .halfCut: cut(world.chance.percent(50) ? .unnoticedByClient : .unnoticedByDaemon)
        case .stall:
            if let link = world.chance.pick(world.network.links) { world.network.stall(link) }
        case .stopApp: stopApp()
        case .jump: jump()
        case .fullDisk: fillDisk()
        case .restore: restore()
        case .rewind: rewind()
        }
    }

    /// Takes a backup of the data, or restores the one there is, as an operator would.
    private func restore() {
        guard let backup, world.chance.percent(60) else {
            backup = Backup(image: world.disk.image, rules: world.oracle.rules)
            return
        }
        let daemon = world.daemons[0]
        daemon.crash()
        world.note("restore", "")
        world.oracle.restored(backup.rules)
        for device in world.devices { device.restored() }
        do {
            try world.disk.replace(with: backup.image)
        } catch {
            world.complain(.converges, "the copy cannot be put back: \(error)")
        }
        restart(daemon, after: 100...5000)
    }

    private func cut(_ kind: Network.Break) {
        if let link = world.chance.pick(world.network.links) { world.network.cut(link, kind) }
    }

    private func restart(_ daemon: SimulatedDaemon, after delay: ClosedRange<Int>) {
        world.after(world.chance.milliseconds(delay)) { [self] in
            if daemon.stage == .draining { return restart(daemon, after: 500...1000) }
            do {
                try daemon.boot()
                if daemon.stage == .down { restart(daemon, after: 500...3000) }
            } catch {
                world.complain(.converges, "the daemon does not start: \(error)")
            }
        }
    }

    private func stopApp() {
        guard let device = world.chance.pick(world.devices) else { return }
        device.stop(orderly: world.chance.percent(50))
        world.after(world.chance.milliseconds(100...8000)) { device.start() }
    }

    /// Returns a device to an earlier state, as if restored from a backup of its machine.
    private func rewind() {
        guard let device = world.chance.pick(world.devices) else { return }
        device.rewind()
        world.after(world.chance.milliseconds(100...3000)) { device.start() }
    }

    private func jump() {
        let seconds = world.chance.pick([-86_400, -60, -3, 1, 20, 45, 300]) ?? 1
        world.note("jump", "\(seconds) s")
        world.clock.jump(by: .seconds(seconds))
    }

    private func fillDisk() {
        world.note("full", "")
        let (writers, isEarly) = (world.daemons.map(\.writer), world.chance.percent(50))
        for writer in writers { writer.space = isEarly ? .noneToWrite : .noneToCommit }
        world.after(world.chance.milliseconds(50...4000)) {
            for writer in writers { writer.space = .enough }
        }
    }
}

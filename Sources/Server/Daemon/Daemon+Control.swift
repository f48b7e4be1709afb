import Administration
import Dispatch
import Kernel
import Settings
import Storage

extension Daemon {
    /// The Unix socket where orders are taken; nil: nowhere.
    public var adminSocket: String? { control?.path }

    /// Carries out what administrators order.
    var controlDesk: ControlDesk {
        let queue = DispatchQueue(label: "upfor.control", qos: .utility)
        let node = settings.current.cluster.node
        var deeds = ControlDesk.deeds(
            of: hub, store.nodeNumber == nil ? nil : store, on: queue)
        deeds["sessions"] = ControlDesk.sessions(of: hub, store, on: queue)
        deeds["status"] = ControlDesk.status(
            instruments, hub, addresses, node: node, on: queue)
        deeds["nodes"] = ControlDesk.nodes(of: store.nodeNumber, in: store)
        deeds["trace"] = ControlDesk.trace(on: store)
        deeds["drain"] = ControlDesk.drain(instruments, whenDrained)
        for verb in adminVerbs { deeds[verb.name] = ControlDesk.deed(verb, on: store) }
        return ControlDesk(deeds, on: queue, log: log)
    }
}

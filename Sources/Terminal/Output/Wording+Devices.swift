import Wire

extension Wording {
    /// A table of devices, the one that asks marked.
    func devices(_ list: Devices) -> [String] {
        table(
            list.devices.map { device in
                let whereabouts = Whereabouts(device)
                return [
                    mark(whereabouts), Table.Cell(safe(device.device)),
                    Table.Cell(device.current ? "this one" : text(whereabouts), palette.dim),
                    Table.Cell("signed in \(times.text(device.since))", palette.dim),
                    Table.Cell(
                        device.push ? "notified while away" : device.guest ? "as a guest" : "",
                        palette.dim),
                ]
            }) + (list.next.isEmpty ? [] : [palette.dim("… more: --after \"\(safe(list.next))\"")])
    }
}

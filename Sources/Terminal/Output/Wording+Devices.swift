import Wire

extension Wording {
    /// A table of devices, the one that asks marked.
    func devices(_ list: Devices) -> [String] {
        table(
            list.devices.map { device in
                let seen = device.hasLastSeen ? "last seen \(times.text(device.lastSeen))" : ""
                return [
                    Table.Cell(
                        device.online ? "●" : "○", device.online ? palette.green : palette.dim),
                    Table.Cell(safe(device.device)),
                    Table.Cell(device.current ? "this one" : seen, palette.dim),
                    Table.Cell("since \(times.text(device.since))", palette.dim),
                    Table.Cell(device.push ? "notified while away" : "", palette.dim),
                ]
            })
    }
}

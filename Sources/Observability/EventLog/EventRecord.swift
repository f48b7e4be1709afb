/// One event as its writer gave it: not yet text, so that the writer does not pay for that.
struct EventRecord: Sendable {
    let unixMilliseconds: Int64
    let name: EventName
    let fields: [EventField]
}

/// The one buffer that every connection of a loop reads into.
struct ReadBuffer: ~Copyable {
    // SAFETY: allocated in `init`, freed in `deinit`; it is lent for the length of one `received`
    // call, and only one such call is under way, since the loop is serial.
    let bytes: UnsafeMutableRawBufferPointer

    init(byteCount: Int) {
        bytes = .allocate(byteCount: byteCount, alignment: 16)
    }

    deinit { bytes.deallocate() }
}

extension UInt64 {
    /// Of so many nanoseconds, the microseconds for one of so many things.
    func microseconds(each count: Int) -> Double {
        Double(self) / 1e3 / Double(Swift.max(1, count))
    }
}

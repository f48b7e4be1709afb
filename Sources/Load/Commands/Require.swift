import ArgumentParser

/// Refuses a number that is out of its bounds, naming its option.
func require(_ bounds: ClosedRange<Int>, _ value: Int, _ option: String) throws {
    guard !bounds.contains(value) else { return }
    throw ValidationError(
        "\(option): expected \(bounds.lowerBound) to \(bounds.upperBound), got \(value)")
}

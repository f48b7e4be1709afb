public import Kernel

extension CircleFeature: Feature {
    /// What it is called in the settings.
    public static let name = "circle"
    /// What is posted by itself.
    public static let settings = [minutes]

    /// How long a match lasts that is posted by itself.
    public static let minutes = Setting(
        "circle.minutes", .integer(15, in: 0...10_080, unit: "minutes"),
        "A match that lasted at least this long is posted on the circle when it ends.")
}

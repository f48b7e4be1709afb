public import Kernel

extension DevicesFeature: Feature {
    /// What it is called in the settings.
    public static let name = "devices"
}

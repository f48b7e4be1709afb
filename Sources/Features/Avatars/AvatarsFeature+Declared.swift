public import Kernel

extension Rate {
    /// Pictures: they keep a worker busy, and are told to all friends.
    public static let uploads = Rate(
        "uploads", of: .user, 20, each: .day, unit: "pictures",
        "Profile pictures that a user uploads.")
}

extension AvatarsFeature: Feature {
    /// What it is called in the settings.
    public static let name = "avatars"
    /// Uploads.
    public static let rates: [Rate] = [.uploads]
}

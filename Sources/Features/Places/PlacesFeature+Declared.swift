public import Kernel

extension Rate {
    /// Check-ins: each is told to all friends who have the map open.
    public static let checkins = Rate(
        "checkins", of: .user, 10, each: .minute, unit: "check-ins",
        "Check-ins of a user.")

    /// Photos of check-ins: they keep a worker busy.
    public static let photos = Rate(
        "photos", of: .user, 50, each: .day, unit: "photos",
        "Photos for check-ins that a user uploads.")
}

extension PlacesFeature: Feature {
    /// What it is called in the settings.
    public static let name = "places"
    /// Check-ins and their photos.
    public static let rates: [Rate] = [.checkins, .photos]
    /// How users may check in.
    public static let settings = [
        PlaceTerms.minutesSetting, PlaceTerms.minutesMaxSetting, PlaceTerms.historySetting,
        PlaceTerms.stickerSetting,
    ]
    /// Not everybody wants a map.
    public static let isOptional = true
}

public import Kernel

extension PartnersFeature: PlainFeature {
    /// What it is called in the settings.
    public static let name = "partners"
    /// Languages.
    public static let settings = [languages]
    /// Not everybody learns.
    public static let isOptional = true

    static let languages = Setting(
        "partners.languages",
        .words(
            Languages.standard,
            expected: "codes of two or three small letters, with commas between",
            isWord: Languages.isCode),
        "Languages that users may choose, as ISO 639 codes; earlier choices stay when a code is"
            + " removed.")

    /// - Parameter settings: what they are when the server starts.
    public init(_ settings: @escaping @Sendable () -> SettingValues) {
        self.init(languages: Languages(settings().words(Self.languages)))
    }
}

extension Configuration {
    /// What browsers see.
    public struct Page: Equatable, Sendable {
        /// Folder of its files; `none`: there is no page; empty means the one that was installed.
        public var folder = ""

        /// Whether there is to be none.
        public var isOff: Bool { folder == "none" }
    }

    static let pageKeys = [
        ConfigurationKey(
            "page.folder", nil, .text(\.page.folder, in: 0...1_024),
            "Folder of the page at /, as Packaging/page/build makes it; empty: the one that was"
                + " installed with the program; none: no page.")
    ]
}

extension ConfigurationKeys {
    static let pageKeys = [
        ConfigurationKey(
            "page.folder", nil, .text(\.page.folder, in: 0...1_024),
            "Folder of the page at /, as Packaging/page/build makes it; empty: the one that was"
                + " installed with the program; none: no page.")
    ]
}

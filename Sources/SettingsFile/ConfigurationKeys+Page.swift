import Settings

extension ConfigurationKeys {
    static let pageKeys = [
        ConfigurationKey(
            "page.folder", nil, .text(\.page.folder, in: 0...1_024),
            "Folder of the page at /, as Packaging/page/build makes it; empty: the one that was"
                + " installed with the program; none: no page."),
        ConfigurationKey(
            "page.tiles", nil, .text(\.page.tiles, in: 0...1_024),
            "URL template of a tile server for the map, with {z}, {x} and {y}, such as"
                + " https://tiles.example/{z}/{x}/{y}.png. Browsers load the visible tiles from it."
                + " Empty: the page draws outlines and cities itself."),
        ConfigurationKey(
            "page.tilesCredit", nil, .text(\.page.tilesCredit, in: 0...200),
            "Attribution text that is shown beside the map tiles."),
    ]
}

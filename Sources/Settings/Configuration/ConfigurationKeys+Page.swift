extension ConfigurationKeys {
    static let pageKeys = [
        ConfigurationKey(
            "page.folder", nil, .text(\.page.folder, in: 0...1_024),
            "Folder of the page at /, as Packaging/page/build makes it; empty: the one that was"
                + " installed with the program; none: no page."),
        ConfigurationKey(
            "page.tiles", nil, .text(\.page.tiles, in: 0...1_024),
            "Address of a server's pictures of the map, with {z}, {x} and {y} in it, such as"
                + " https://tiles.example/{z}/{x}/{y}.png: browsers ask it for the parts that"
                + " they show; empty: the page draws outlines and cities itself."),
        ConfigurationKey(
            "page.tilesCredit", nil, .text(\.page.tilesCredit, in: 0...200),
            "What the owners of those pictures want to be said beside them."),
    ]
}

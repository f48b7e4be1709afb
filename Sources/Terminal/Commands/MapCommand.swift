import ArgumentParser
import SwiftProtobuf
import Wire

/// The map, as a list.
struct MapCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "map", abstract: "List where your friends are.",
        discussion: """
            Markers of you and your friends, by name, with how far they are from your own. A box \
            is four numbers in degrees: south, west, north, east; if west is greater than east, it \
            crosses the date line. With --zoom, more than five markers on a spot are one line; \
            --spot lists them.

            Examples:
              upfor map
              upfor map --box 52.3,13.0,52.7,13.8 --zoom 11
              upfor map --spot 11/4400/2686
              upfor map --friends
            """)

    @Option(help: ArgumentHelp("A part of the map.", valueName: "south,west,north,east"))
    var box: String?

    @Option(help: "0 to 20: merge markers as a map of this zoom does.")
    var zoom: UInt32?

    @Option(help: ArgumentHelp("List the markers of one spot.", valueName: "cell"))
    var spot: String?

    @Flag(help: "List your friends, with who is on the map and who sees you.")
    var friends = false

    @Option(help: "Those behind this name, as `more` said.")
    var after = ""

    @OptionGroup var options: Options

    func validate() throws {
        guard spot == nil || (box == nil && zoom == nil) else {
            throw ValidationError("--spot takes neither --box nor --zoom")
        }
        guard !friends || (box == nil && zoom == nil && spot == nil && after.isEmpty) else {
            throw ValidationError("--friends goes alone")
        }
        if let box, Self.sides(box) == nil {
            throw ValidationError("\(box): a box is SOUTH,WEST,NORTH,EAST in degrees")
        }
    }

    func perform(in session: Session) async throws(Failure) {
        if friends { return try await session.show(.placeFriendList(PlaceFriendList())) }
        if let spot {
            return try await session.show(.placeSpot(.with { ($0.cell, $0.after) = (spot, after) }))
        }
        let command = PlaceList.with {
            $0.after = after
            if let zoom { $0.zoom = zoom }
            if let box, let sides = Self.sides(box) {
                ($0.south, $0.west, $0.north, $0.east) = (sides[0], sides[1], sides[2], sides[3])
            }
        }
        try await session.show(.placeList(command))
    }

    private static func sides(_ text: String) -> [Double]? {
        let sides = text.split(separator: ",").compactMap { part in
            Double(part.drop { $0 == " " })
        }
        return sides.count == 4 ? sides : nil
    }
}

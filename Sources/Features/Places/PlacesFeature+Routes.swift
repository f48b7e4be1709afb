import Kernel
import SwiftProtobuf
import Wire

/// The map over HTTP, below /places/: documents that are the commands' messages themselves.
extension PlacesFeature {
    private typealias Command = ClientMessage.OneOf_Command

    func serve(in catalog: inout Catalog) {
        read("/", Command.placeList, "Places", in: &catalog) { body in
            guard case .places(let places) = body else { return nil }
            return (places, next("after", places.next))
        }
        read("/spot", Command.placeSpot, "PlaceSpotPage", in: &catalog) { body in
            guard case .placeSpot(let page) = body else { return nil }
            return (page, next("after", page.next))
        }
        read("/friends", Command.placeFriendList, "PlaceFriends", in: &catalog) { body in
            guard case .placeFriends(let list) = body else { return nil }
            return (list, nil)
        }
        read("/checkin", Command.checkinRead, "CheckinStanding", in: &catalog) { body in
            guard case .checkinStanding(let standing) = body else { return nil }
            return (standing, nil)
        }
        read("/checkins", Command.checkinHistory, "CheckinPage", in: &catalog) { body in
            guard case .checkinPage(let page) = body else { return nil }
            return (page, next("before", page.next))
        }
        catalog.route(
            of: Self.name, .put, "/checkin", to: [Command.checkinSet(CheckinSet())],
            answer: .document("Checkin"),
            shows: { body in
                guard case .checkin(let checkin) = body else { return RouteAnswer.asMessage(body) }
                return document(checkin)
            }
        ) { (command: CheckinSet) in .checkinSet(command) }
        catalog.route(
            of: Self.name, .delete, "/checkin", to: [Command.checkinClear(CheckinClear())],
            shows: { body in
                if case .done = body { RouteAnswer.nothing } else { RouteAnswer.asMessage(body) }
            }
        ) { (command: CheckinClear) in .checkinClear(command) }
        servePictures(in: &catalog)
    }

    private func servePictures(in catalog: inout Catalog) {
        catalog.route(
            .put, PlacePicture.uploadPath,
            RouteChange(
                "photo", of: "pictures", rate: .photos, bodyBytesMax: PlacePicture.fileBytesMax,
                shows: Self.uploaded, PlacePicture.put))
        catalog.route(
            .get, PlacePicture.folder + "{name}", Command.checkinPicture, shows: Self.file)
        catalog.route(
            PlacePicture.defaultFolder + "{name}",
            RouteFile("picture") { .here($0 == PlacePicture.defaultName ? PlacePicture.pin : nil) })
    }

    /// - Parameter show: the message that answers, and the query of the next page.
    private func read<Document: Normalizable>(
        _ pattern: String, _ command: @escaping @Sendable (Document) -> Command, _ answer: String,
        in catalog: inout Catalog,
        _ show:
            @escaping @Sendable (ServerMessage.OneOf_Body) -> ((any Message)?, String?)?
    ) {
        catalog.route(
            of: Self.name, .get, pattern, to: [command(Document())], answer: .document(answer),
            shows: { body in
                guard let (shown, next) = show(body), let message = shown else {
                    return RouteAnswer.asMessage(body)
                }
                var answer = document(message)
                answer.next = next
                return answer
            }
        ) { (fields: Document) in command(fields) }
    }

    private static let file: RouteAnswer.Maker = { body in
        guard case .pictureFile(let file) = body else { return RouteAnswer.asMessage(body) }
        return .file([UInt8](file.bytes), contentType: file.contentType)
    }

    /// Of a picture, what is wrong is the kind that is not taken.
    private static let uploaded: RouteAnswer.Maker = { body in
        switch body {
        case .pictureUploaded(let uploaded): document(uploaded)
        case .error(let error) where error.code == .invalidField:
            .message(body, status: .unsupportedMediaType)
        default: RouteAnswer.asMessage(body)
        }
    }
}

/// A message as a document of its own.
private func document(_ message: any Message) -> RouteAnswer {
    .json(message.answerBytes(.json) + [UInt8(ascii: "\n")])
}

private func next(_ field: String, _ value: String) -> String? {
    value.isEmpty ? nil : RouteAnswer.query(field, value)
}

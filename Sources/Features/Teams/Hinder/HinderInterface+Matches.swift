import Kernel
import SwiftProtobuf
import Wire

/// Swipes, and what may still be swiped (H4-H7, H15).
extension HinderInterface {
    static func installMatches(in catalog: inout Catalog) {
        catalog.route(
            of: name, .get, "/matches/", to: [.swipeList(SwipeList())],
            answer: .document("HinderMatch", isList: true), shows: { matches($0) }
        ) { (document: HinderMatchSearch) in
            .swipeList(
                .with {
                    ($0.project, $0.gathering) = (document.project, document.event)
                    ($0.mutual, $0.after) = (document.mutual, document.after)
                })
        }
        catalog.route(
            of: name, .post, "/matches/", to: [.swipeSet(SwipeSet())],
            answer: .document("HinderMatch", status: .created),
            shows: { match($0, status: .created) }
        ) { (document: HinderMatchCreate) throws(DecodingFailure) in
            let key = try HinderKey(document.matchID, field: "matchId")
            return .swipeSet(key.swipe(document.approve))
        }
        catalog.route(
            of: name, .get, "/matches/{match}/", to: [.swipeRead(SwipeRead())],
            answer: .document("HinderMatch"), shows: { match($0) }
        ) { (document: HinderMatchRead) throws(DecodingFailure) in
            let key = try HinderKey(document.match, field: "match")
            return .swipeRead(.with { ($0.project, $0.profile) = (key.project, key.user) })
        }
        catalog.route(
            of: name, .put, "/matches/{match}/", to: [.swipeSet(SwipeSet())],
            answer: .document("HinderMatch"), shows: { match($0) }
        ) { (document: HinderMatchChange) throws(DecodingFailure) in
            let key = try HinderKey(document.match, field: "match")
            if !document.matchID.isEmpty {
                let other = try HinderKey(document.matchID, field: "matchId")
                guard other == key else { throw .otherID("matchId") }
            }
            return .swipeSet(key.swipe(document.approve))
        }
        catalog.route(
            of: name, .delete, "/matches/{match}/", to: [.swipeDrop(SwipeDrop())],
            shows: deleted
        ) { (document: HinderMatchDelete) throws(DecodingFailure) in
            let key = try HinderKey(document.match, field: "match")
            return .swipeDrop(
                .with {
                    ($0.project, $0.profile, $0.cid) = (key.project, key.user, document.cid)
                })
        }
    }

    static func installSwipes(in catalog: inout Catalog) {
        for (way, approve) in [("right", true), ("left", false)] {
            for method in [Route.Method.post, .get] {
                catalog.route(
                    of: name, method, "/match/{event}/\(way)/{key}/", to: [.swipeSet(SwipeSet())],
                    answer: .message, isDeprecated: method == .get, shows: { isMutual($0) }
                ) { (document: HinderSwipe) throws(DecodingFailure) in
                    var command = try HinderKey(document.key, field: "key").swipe(approve)
                    command.gathering = document.event
                    return .swipeSet(command)
                }
            }
        }
        catalog.route(
            of: name, .get, "/deck/{event}/", to: [.deckRead(DeckRead())],
            answer: .document("HinderProject", isList: true), shows: { deck($0) }
        ) { (document: HinderDeck) in
            .deckRead(
                .with {
                    $0.gathering = document.project == 0 ? document.event : 0
                    ($0.project, $0.limit) = (document.project, document.limit)
                    $0.after = document.after
                })
        }
    }
}

/// What a swipe is of: "<userId>&<projectId>", or "<projectId>" for the caller's own (H4).
struct HinderKey: Equatable {
    /// 0: the caller.
    let user: UInt32
    let project: UInt32

    /// - Throws: `.invalidField` for anything else.
    init(_ text: String, field: String) throws(DecodingFailure) {
        let parts = text.split(separator: "&", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { UInt32($0) }
        guard (1...2).contains(parts.count), numbers.count == parts.count,
            numbers.allSatisfy({ $0 > 0 })
        else {
            throw DecodingFailure(
                .invalidField, field: field, "expected <userId>&<projectId> or <projectId>")
        }
        project = numbers[numbers.count - 1]
        user = numbers.count == 2 ? numbers[0] : 0
    }

    func swipe(_ approve: Bool) -> SwipeSet {
        .with { ($0.project, $0.profile, $0.approve) = (project, user, approve) }
    }

    /// - Throws: `.invalidField` for an id in a body that is not the one of the path.
    static func confirm(
        _ id: String, _ number: UInt32, _ field: String
    ) throws(DecodingFailure) {
        guard id.isEmpty || id == "\(number)" else { throw .otherID(field) }
    }

    /// - Throws: `.invalidField` for 0, which is no number.
    static func mustBe(_ number: UInt32, _ field: String) throws(DecodingFailure) {
        guard number > 0 else {
            throw DecodingFailure(.invalidField, field: field, "expected a number from 1")
        }
    }
}

extension DecodingFailure {
    static func otherID(_ field: String) -> DecodingFailure {
        DecodingFailure(.invalidField, field: field, "expected the id of the path")
    }
}

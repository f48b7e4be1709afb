import HTTPTypes
import Testing

@testable import HTTP

/// What the path of a request stands for.
@Suite struct `A router` {
    private static let router: Router<String> = {
        var router = Router<String>()
        router.add(.get, "/", "root")
        router.add(.get, "/matches/", "list")
        router.add(.post, "/matches/", "make")
        router.add(.get, "/matches/{id}/", "show")
        router.add(.put, "/matches/{id}/", "change")
        router.add(.get, "/matches/{id}/meetup.ics", "calendar")
        router.add(.get, "/matches/new", "form")
        router.add(.post, "/matches/new/{name}/send", "send")
        router.add(.post, "/match/{event}/right/{pair}", "right")
        router.add(nil, "/socket", "socket")
        router.add(.get, "/Key", "key")
        return router
    }()

    private static func outcome(_ method: HTTPRequest.Method, _ path: String) -> String {
        let head = HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
        return switch router.route(head) {
        case .found(let target, let values): ([target] + values).joined(separator: " ")
        case .notAllowed(let methods): "405 " + methods.map(\.rawValue).joined(separator: ",")
        case .notFound: "404"
        case .malformed: "400"
        }
    }

    @Test(arguments: [
        ("/", "root"), ("", "root"), ("/?a=b", "root"), ("/matches", "list"),
        ("/matches/", "list"), ("/matches?page=2", "list"), ("/matches/?page=2", "list"),
        ("/matches/7", "show 7"), ("/matches/7/", "show 7"),
        ("/matches/7/meetup.ics", "calendar 7"),
        ("/matches/new", "form"), ("/matches/new/meetup.ics", "calendar new"),
        ("/matches/new/", "show new"), ("/m%61tches/%37", "show 7"), ("/matches/a%2Fb", "show a/b"),
        ("/matches/a%26b", "show a&b"),
        ("/matches/%C3%BC", "show ü"), ("/matches/a+b", "show a+b"),
        ("/matches/...", "show ..."), ("/matches/..a", "show ..a"), ("/%4Bey", "key"),
    ])
    func `finds words before parameters, decoded, with a slash at the end where the pattern has it`(
        path: String, wanted: String
    ) {
        #expect(Self.outcome(.get, path) == wanted)
    }

    @Test(arguments: [
        "/match", "/matches/7/meetup", "/matches//", "/matches//meetup.ics", "//matches",
        "/Matches", "/matches/7/meetup.ics/x", "/matches/7/meetup.ics/", "/socket/",
        "/nothing", "/matches/new/x", "/matches/new/x/y", "/%E2%84%AAey",
    ])
    func `finds nothing else`(path: String) {
        #expect(Self.outcome(.get, path) == "404")
    }

    @Test(arguments: [
        "/matches/%", "/matches/%7", "/matches/%zz", "/matches/%00", "/matches/%0d%0aX",
        "/matches/%7f", "/matches/%ff", "/matches/%c0%af", "/%/matches",
    ])
    func `takes no path with a broken escape, a control character, or what is no UTF-8`(
        path: String
    ) {
        #expect(Self.outcome(.get, path) == "400")
    }

    @Test(arguments: [
        "/matches/..", "/matches/%2e%2e", "/matches/.", "/../matches/7", "/%2e%2e%2f",
        "/%2E%2E/matches", "/matches/%2e%2e%2fsocket", "/matches/a%2f..", "/matches/..%5c",
        "/matches/.%2fa", "/nothing/..", "/nothing/%2e%2e%2f",
    ])
    func `takes no path with a folder above, however that is written`(path: String) {
        #expect(Self.outcome(.get, path) == "400")
    }

    @Test func `says which methods a path has`() {
        #expect(Self.outcome(.post, "/matches") == "make")
        #expect(Self.outcome(.put, "/matches") == "405 GET,POST")
        #expect(Self.outcome(.delete, "/matches/7") == "405 GET,PUT")
        #expect(Self.outcome(.post, "/match/5/right/3%264") == "right 5 3&4")
        for method in [HTTPRequest.Method.get, .post, .options] {
            #expect(Self.outcome(method, "/socket") == "socket")
        }
    }

    @Test func `never traps, whatever a path is made of`() {
        let pieces = ["/", "%", "a", "{id}", "%2", "%41", "?", "matches", "..", "%ff", "ü", " "]
        for first in pieces {
            for second in pieces {
                for third in pieces { _ = Self.outcome(.get, first + second + third) }
            }
        }
    }
}

import HTTP
import HTTPTypes
import Kernel
import Testing
import TestSupport
import Wire

@testable import APIDescription
@testable import Gateway
@testable import Hub
@testable import Server
@testable import Settings

/// What the server says of itself to programs is complete.
@Suite struct `The description of the API` {
    let catalog: Catalog

    init() throws {
        catalog = try .whole()
    }

    @Test func `docs/API.md is made from the commands`() throws {
        let description = ServerDescription(of: catalog, root: "wordup")
        try GeneratedFile(path: "docs/API.md").check(against: description.page)
    }

    @Test func `has the paths and methods that the server has, and no others`() throws {
        let description = ServerDescription(of: catalog, root: "wordup")
        let router = HTTPRoute.router(of: catalog, root: "wordup")
        let paths = try #require(description.openAPIDocument["paths"])
        for path in paths.names {
            for name in paths[path]?.names ?? [] {
                let method = try #require(HTTPRequest.Method(name.uppercased()))
                let example = path.replacing(/{[a-z]+}/, with: "7")
                let head = HTTPRequest(method: method, scheme: nil, authority: "a", path: example)
                guard case .found = router.route(head) else {
                    Issue.record("\(name) \(path) is not served")
                    continue
                }
            }
        }
        for route in catalog.routes {
            for place in route.places(root: "wordup") where place.method != .head {
                let method = place.method.rawValue.lowercased()
                #expect(paths[place.path]?[method] != nil, "\(method) \(place.path)")
            }
        }
    }

    @Test func `says of each command what it does`() throws {
        for command in catalog.entries.map(APICommand.init(served:)) {
            #expect(!command.summary.isEmpty, "\(command.request.name) has no comment in proto/")
        }
    }

    @Test func `has an example for each text that a client sends`() throws {
        for command in catalog.entries.map(APICommand.init(served:)) {
            for field in command.request.fields where field.kind == .text {
                #expect(Example.texts[field.name] != nil, "\(command.name).\(field.name)")
            }
        }
    }

    @Test func `has every command over HTTP, by the methods that the server takes`() throws {
        let document = try openAPI()
        for entry in catalog.entries {
            let methods = (HTTPCall.methods(of: entry) ?? []).map { $0.rawValue.lowercased() }
            let item = document["paths"]?["/v1/\(entry.name)"]
            #expect(Set(item?.names ?? []) == Set(methods), "\(entry.name)")
        }
    }

    @Test func `has every message of the schema over a socket`() throws {
        let commands = catalog.entries.map(APICommand.init(served:))
        let document = AsyncAPIDocument(of: commands, version: "0").json
        let messages = document["components"]?["messages"]?.names ?? []
        let bodies = WireSchema.current.messages["ServerMessage"]?.fields.filter { $0.inner != nil }
        for body in bodies ?? [] {
            #expect(
                messages.contains("answer.\(body.name)") || messages.contains("event.\(body.name)"))
        }
        #expect(commands.allSatisfy { messages.contains($0.name) })
        #expect(bodies?.count ?? 0 > 60)
    }

    @Test func `refers to nothing that is not there`() throws {
        let document = try openAPI()
        let references = references(in: document)
        #expect(references.count > 100)
        for reference in references {
            let path = reference.split(separator: "/").dropFirst().map(String.init)
            let found = path.reduce(Optional(document)) { value, name in value?[name] }
            #expect(found != nil, "\(reference)")
        }
    }

    @Test func `has the status of every refusal`() throws {
        let responses = try openAPI()["components"]?["responses"]?.text ?? ""
        for code in ErrorCode.allCases where code != .errorUnspecified {
            #expect(responses.contains(code.wireName), "\(code.wireName)")
        }
    }

    private func openAPI() throws -> JSON {
        ServerDescription(of: catalog, root: "wordup").openAPIDocument
    }

    private func references(in value: JSON) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: []) { all, member in
                if member.name == "$ref", case .string(let reference) = member.value {
                    all.insert(reference)
                } else {
                    all.formUnion(references(in: member.value))
                }
            }
        case .array(let values):
            values.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: []
        }
    }
}

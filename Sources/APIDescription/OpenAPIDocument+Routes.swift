internal import Kernel

/// Places with documents of their own.
extension OpenAPIDocument {
    func operation(of route: APIRoute) -> JSON {
        let isRead = ["get", "head"].contains(route.method)
        var parameters = route.pathFields.map { name -> JSON in
            [
                "name": .string(name), "in": "path", "required": true,
                "schema": route.request.fields.contains { $0.name == name && $0.kind == .text }
                    ? ["type": "string"] : ["type": "integer", "minimum": 0],
            ]
        }
        if isRead { parameters += route.fields.map { Self.query($0, schemas.parameter($0)) } }
        if route.isRepeatable { parameters.append(Self.key) }
        if isRead { parameters.append(Self.knownTag) }
        return .members([
            "operationId": .string(route.id),
            "tags": [.string(route.interface)],
            "summary": .string(route.request.comment),
            "deprecated": route.isDeprecated ? .bool(true) : nil,
            "parameters": parameters.isEmpty ? nil : .array(parameters),
            "requestBody": isRead || route.fields.isEmpty ? nil : body(of: route),
            "responses": responses(to: route, isRead: isRead),
            "security": route.needsToken ? [["token": []]] : nil,
        ])
    }

    private func body(of route: APIRoute) -> JSON {
        [
            "required": false,
            "content": [
                "application/json": [
                    "schema": schemas.object(of: route.fields),
                    "example": Example.object(of: route.fields),
                ]
            ],
        ]
    }

    private func responses(to route: APIRoute, isRead: Bool) -> JSON {
        let hasBody = route.method != "head"
        var responses: [(name: String, value: JSON)] = [success(of: route, hasBody: hasBody)]
        if isRead { responses += [Self.known, Self.tooLong] }
        for status in refusals.statuses where !isRead || ![413, 415].contains(status) {
            responses.append((String(status), refusals.reference(to: status, hasBody: hasBody)))
        }
        return .object(responses)
    }

    private func success(of route: APIRoute, hasBody: Bool) -> (name: String, value: JSON) {
        switch route.answer {
        case .nothing: return ("204", ["description": "Done."])
        case .message: return ("200", ["description": "Done."])
        case .file(let contentType):
            let type: JSON = ["schema": ["type": "string"]]
            let content: JSON = .object([(contentType, type)])
            return ("200", .members(["description": "Done.", "content": hasBody ? content : nil]))
        case .either(let names):
            let references = names.map { schemas.reference(to: $0, .toClient) }
            let content: JSON = ["application/json": ["schema": ["anyOf": .array(references)]]]
            return ("200", .members(["description": "Done.", "content": hasBody ? content : nil]))
        case .document(let name, let isList, let status):
            let reference = schemas.reference(to: name, .toClient)
            let schema: JSON = isList ? ["type": "array", "items": reference] : reference
            let content: JSON = ["application/json": ["schema": schema]]
            return (
                status == .created ? "201" : "200",
                .members(["description": "Done.", "content": hasBody ? content : nil])
            )
        }
    }
}

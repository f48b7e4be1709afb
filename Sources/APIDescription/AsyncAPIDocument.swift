/// The messages over a WebSocket, for programs that read AsyncAPI.
///
/// - Source: AsyncAPI 3.0.0.
public struct AsyncAPIDocument {
    private let commands: [APICommand]
    private let version: String
    private let schemas: MessageSchemas
    private let told: [WireSchema.Field]

    /// - Parameters:
    ///   - commands: all, in the order in which they are to be shown.
    ///   - version: of the program.
    public init(of commands: [APICommand], version: String) {
        (self.commands, self.version) = (commands, version)
        let fields = WireSchema.current.messages["ServerMessage"]?.fields ?? []
        let bodies = fields.filter { $0.inner != nil }
        let replies = Set(commands.map(\.reply) + ["error"])
        told = bodies.filter { !replies.contains($0.name) }
        schemas = MessageSchemas(
            .current, sent: commands.map(\.request.name), received: bodies.compactMap(\.inner))
    }

    /// The document.
    public var json: JSON {
        [
            "asyncapi": "3.0.0",
            "info": [
                "title": "Upfor", "version": .string(version),
                "description": .string(Self.description),
                "license": ["name": "Apache-2.0"],
            ],
            "defaultContentType": "application/json",
            "servers": [
                "upfor": [
                    "host": "{host}", "protocol": "wss", "pathname": "/v1/ws",
                    "variables": ["host": ["default": "localhost"]],
                ]
            ],
            "channels": [
                "socket": ["address": "/v1/ws", "messages": .object(channelMessages)]
            ],
            "operations": .object(operations),
            "components": [
                "messages": .object(messages), "schemas": schemas.components,
            ],
        ]
    }

    private static let description = """
        A text frame is one message in JSON; with the subprotocol upfor.v1.binary a binary frame \
        is one in protobuf. A command has an id, and its answer has the same. Events have a seq, \
        the position in the user's inbox: sessionOpen with the last one brings those behind it.
        """

    private var channelMessages: [(name: String, value: JSON)] {
        messages.map { name, _ in
            (name, ["$ref": .string("#/components/messages/\(name)")])
        }
    }

    private var messages: [(name: String, value: JSON)] {
        var all: [(name: String, value: JSON)] = commands.map { command in
            (
                command.name,
                message(
                    command.summary, "id", command.name,
                    schemas.reference(to: command.request.name, .toServer),
                    example: Example.object(of: command.request))
            )
        }
        var answers: Set<String> = []
        let replies = commands.map { ($0.reply, $0.replyType) } + [("error", "CommandError")]
        for (reply, type) in replies where answers.insert(reply).inserted {
            let body = schemas.reference(to: type, .toClient)
            all.append((Self.answer(reply), message("", "id", reply, body)))
        }
        for field in told {
            guard let type = field.inner else { continue }
            all.append(
                (
                    Self.event(field.name),
                    message(
                        WireSchema.current.messages[type]?.comment ?? "", "seq", field.name,
                        schemas.reference(to: type, .toClient))
                ))
        }
        return all
    }

    /// Answers and events may be named as commands are.
    private static func answer(_ name: String) -> String { "answer.\(name)" }
    private static func event(_ name: String) -> String { "event.\(name)" }

    private func message(
        _ summary: String, _ number: String, _ name: String, _ body: JSON, example: JSON? = nil
    ) -> JSON {
        let count: JSON = ["type": "integer", "minimum": 1, "maximum": 4_294_967_295]
        let payload: JSON = [
            "type": "object", "required": [.string(name)],
            "properties": .object([(number, count), (name, body)]),
        ]
        let examples = example.map { body -> JSON in
            [["payload": .object([(number, .number(1)), (name, body)])]]
        }
        return .members([
            "name": .string(name), "summary": summary.isEmpty ? nil : .string(summary),
            "payload": payload, "examples": examples,
        ])
    }

    private var operations: [(name: String, value: JSON)] {
        let channel: JSON = ["$ref": "#/channels/socket"]
        func reference(_ name: String) -> JSON {
            ["$ref": .string("#/channels/socket/messages/\(name)")]
        }
        let asked: [(name: String, value: JSON)] = commands.map { command in
            (
                command.name,
                [
                    "action": "receive", "channel": channel,
                    "summary": .string(command.summary),
                    "messages": [reference(command.name)],
                    "reply": [
                        "channel": channel,
                        "messages": [
                            reference(Self.answer(command.reply)), reference(Self.answer("error")),
                        ],
                    ],
                ]
            )
        }
        let tells: [(name: String, value: JSON)] = told.map { field in
            (
                Self.event(field.name),
                [
                    "action": "send", "channel": channel,
                    "messages": [reference(Self.event(field.name))],
                ]
            )
        }
        return asked + tells
    }
}

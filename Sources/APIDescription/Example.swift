/// An example of a message, made of its schema: texts go by the names of their fields.
enum Example {
    /// Messages inside of messages, so deep.
    private static let depthMax = 3
    static let texts = [
        "a_username": "ben", "activity": "coffee", "add": "ben", "after": "",
        "auth": "SNpFdM0pQn3YVXyBQ1nTkw",
        "attachments": "0f3a9c61d2e84b7095ac1d7e36f8b204", "before": "",
        "bio": "I teach chemistry.", "category": "noun.animal", "cid": "k3",
        "code": "123456",
        "cell": "14/8801/5373", "checkin": "0000019a1b2c3d4e",
        "comment": "c1", "company": "", "contact": "@ana", "device": "phone",
        "displayName": "Ana", "drop": "carl", "invitation": "",
        "email": "ana@example.org", "emoji": "👍", "endpoint": "https://push.example/1",
        "epoch": "", "firstName": "Ana", "first_name": "Ana", "friend": "ben", "from": "ben",
        "id": "QUJDRA", "idToken": "TOKEN",
        "issuer": "example", "known": "en", "known_lang": "en", "language": "en",
        "lastName": "Sol", "last_name": "Sol", "learn": "zh", "learn_lang": "zh", "login": "ana",
        "location": "Café Central", "member": "ben", "members": "ben",
        "message": "It's me, from the gym.", "more": #"{"size":"L"}"#, "name": "Lunch",
        "note": "By the river?", "options": "Alien",
        "p256dh": "BNcRd...", "password": "three blue kites", "people": "ben", "picture": "",
        "place": "Café Central", "post": "p1", "prefix": "ca", "reason": "spam", "room": "#17",
        "round": "3f1c9a7be2d04586",
        "skills": "web", "sticker": "food", "text": "lunch?", "title": "Hack Day",
        "time_1": "2027-05-20 18:30:00 +0000", "to": "ben",
        "token": "TOKEN", "url": "https://example.org/lake", "user": "carl", "username": "ana",
        "with": "ben",
        "word": "happy",
    ]

    static func object(of message: WireSchema.Message, depth: Int = 1) -> JSON {
        object(of: message.fields, depth: depth)
    }

    static func object(of fields: [WireSchema.Field], depth: Int = 1) -> JSON {
        var chosen: Set<String> = []
        return .object(
            fields.compactMap { field in
                // One of a choice, and nothing too deep.
                if let choice = field.choice, !chosen.insert(choice).inserted { return nil }
                guard let value = value(of: field, depth) else { return nil }
                return (field.name, field.isRepeated ? [value] : value)
            })
    }

    private static func value(of field: WireSchema.Field, _ depth: Int) -> JSON? {
        switch field.kind {
        case .text, .textOrNull: return .string(texts[field.name] ?? field.name)
        case .bool: return true
        case .unsigned, .signed: return 1
        case .decimal: return 1
        case .bytes: return "AA=="
        case .moment: return "2026-11-25T18:30:00Z"
        case .duration: return "3600s"
        case .counts: return ["apple": 1]
        case .choice(let name):
            return WireSchema.current.enumerations[name]?.dropFirst().first.map(JSON.string)
        case .message(let name):
            guard depth < depthMax, let inner = WireSchema.current.messages[name] else {
                return nil
            }
            return object(of: inner, depth: depth + 1)
        }
    }
}

/// Lines for `HandshakeTarget`: subprotocols, key or proof, `Upgrade`, `Connection`, version,
/// extensions; then the same again.
enum HandshakeSeeds {
    static let all: [[UInt8]] = [
        "", "upfor.v1.binary, upfor.v1.json", "upfor.v1.json,,\tupfor.v1.json", "a b", "chat",
        "\n\(HandshakeTarget.key)", "\nAAAAAAAAAAAAAAAAAAAAAA==", "\nAAAAAAAAAAAAAAAAAAAAAB==",
        "\n\nh2c, WebSocket\nkeep-alive, Upgrade\n13", "\n\nwebsocket\nclose\n8",
        "\n\n\n\n\npermessage-deflate", "\n\n\n\n\npermessage-deflate; client_max_window_bits",
        "\n\n\n\n\npermessage-deflate; server_max_window_bits=10, permessage-deflate",
        "\n\n\n\n\na; b=\"c\", permessage-deflate; client_max_window_bits=\"15\"; x",
        "\n\n\n\n\npermessage-deflate; server_no_context_takeover; client_no_context_takeover",
        "\n\n\n\n\npermessage-deflate; server_no_context_takeover; server_max_window_bits=8",
        "\n\n\n\n\npermessage-deflate\n\n\n\n\n\npermessage-deflate; client_max_window_bits=9",
        "upfor.v1.json\n\n\n\n\n\nupfor.v1.binary\nx\nwebsocket\nUpgrade\n13\nfoo",
    ].map { Array($0.utf8) }
}

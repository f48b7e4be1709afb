import EventLoop
import Foundation
import Testing
import TestSupport

@testable import Settings
@testable import SettingsFile

@Suite struct `The files that are installed` {
    static let settings = [
        "config/examples/laptop.yaml", "config/examples/behind-nginx.yaml",
        "config/examples/tls.yaml", "config/examples/node.yaml",
        "config/examples/nodes.yaml", "Docker/upford.yaml",
    ]

    static func load(_ path: String) throws -> Configuration {
        try Configuration.load(file: GeneratedFile.root.appending(path: path).path)
    }

    /// The number behind `key` in a file that systemd, Docker or nginx reads.
    static func number(_ key: String, in path: String) throws -> Int {
        let url = GeneratedFile.root.appending(path: path)
        let text = try String(contentsOf: url, encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.contains(key) })
        return try #require(Int(line.filter(\.isNumber)))
    }

    @Test(arguments: settings) func `have settings that the daemon takes`(path: String) throws {
        #expect(try Self.load(path) != Configuration())
    }

    @Test func `are all tried`() throws {
        let folder = GeneratedFile.root.appending(path: "config/examples").path
        let found = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(found.map { "config/examples/\($0)" }).isSubset(of: Self.settings))
    }

    @Test func `let a proxy bring as many as there is room for`() throws {
        let list = try Self.load("config/examples/behind-nginx.yaml").http.trustedProxies
        let proxies = try #require(TrustedProxies(list))
        for host in ["127.0.0.1", "::1"] {
            #expect(proxies.trust(try #require(SocketAddress.parse(host: host, port: 1))))
        }
    }

    /// Played in a network of its own by `make container`.
    @Test func `trust the gateway of the container's network, and limit the clients behind it`()
        throws
    {
        let configuration = try Self.load("Docker/upford.yaml")
        let proxies = try #require(TrustedProxies(configuration.http.trustedProxies))
        let url = GeneratedFile.root.appending(path: "Docker/compose.yaml")
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        let line = try #require(lines.first { $0.contains("gateway: ") })
        let gateway = String(line.split(separator: " ").last ?? "")
        #expect(proxies.trust(try #require(SocketAddress.parse(host: gateway, port: 1))))
        #expect(configuration.rates == Configuration().rates)
        #expect(configuration.limits == Configuration().limits)
    }

    @Test func `trust the proxy of a cluster's network`() throws {
        let url = GeneratedFile.root.appending(path: "Docker/compose.cluster.yaml")
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        func value(of key: String) throws -> String {
            let line = try #require(lines.first { $0.contains("\(key): ") })
            return String(line.split(separator: " ").last ?? "")
        }
        #expect(
            try value(of: "UPFORD_HTTP_TRUSTED_PROXIES") == value(of: "ipv4_address"))
        let subnet = try value(of: "subnet").prefix { $0 != "/" }.dropLast()
        #expect(try value(of: "ipv4_address").hasPrefix(subnet))
        for name in ["one", "two"] {
            let config = GeneratedFile.root.appending(path: "config/haproxy-nodes.cfg")
            let text = try String(contentsOf: config, encoding: .utf8)
            #expect(text.contains("server \(name) \(name).example.org:8080\n"))
            #expect(lines.contains("          - \(name).example.org"))
        }
    }

    @Test func `give Redis a password wherever there is one`() throws {
        let nodes = try Self.load("config/examples/nodes.yaml").cluster
        #expect(!nodes.redis.isEmpty && !nodes.redisSecret.isEmpty)
        let url = GeneratedFile.root.appending(path: "Docker/compose.cluster.yaml")
        let compose = try String(contentsOf: url, encoding: .utf8)
        #expect(compose.contains("requirepass"))
        #expect(compose.contains("UPFORD_CLUSTER_REDIS_SECRET: /run/secrets/redis\n"))
    }

    @Test func `are closed by the proxy before the daemon closes them`() throws {
        let patience = try Self.number("keepalive_timeout", in: "config/nginx.conf")
        #expect(Configuration().http.keepAliveSeconds > patience)
    }

    @Test(arguments: ["tls", "node"])
    func `take no word in the clear where TLS is spoken`(name: String) throws {
        let configuration = try Self.load("config/examples/\(name).yaml")
        #expect(configuration.listen.plain == .never)
    }

    @Test func `wait for the daemon as long as it takes`() throws {
        let configuration = Configuration()
        let drain = configuration.drain.seconds
        #expect(try Self.number("TimeoutStopSec=", in: "config/upford.service") > drain)
        for compose in ["compose.yaml", "compose.cluster.yaml"] {
            #expect(try Self.number("stop_grace_period:", in: "Docker/\(compose)") > drain)
        }
        let patience = try Self.number("proxy_read_timeout", in: "config/nginx.conf")
        #expect(patience > configuration.heartbeat.deadSeconds)
    }

    @Test func `allow a descriptor for everybody`() throws {
        let most = Configuration().limits.connections
        for (key, path) in [
            ("LimitNOFILE=", "config/upford.service"), ("nofile:", "Docker/compose.yaml"),
            ("nofile:", "Docker/compose.cluster.yaml"),
        ] {
            // Sixteen loops of 256, and 128.
            #expect(try Self.number(key, in: path) >= most + 16 * 256 + 128)
        }
    }
}

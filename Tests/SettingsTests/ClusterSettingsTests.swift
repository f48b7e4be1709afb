import Settings
@testable import SettingsFile
import Testing

@Suite struct `Settings of a cluster` {
    /// The settings that are refused, of one that is complete but for a change.
    private static func problems(_ change: (inout Configuration.Cluster) -> Void) -> [String] {
        var configuration = Configuration()
        configuration.data.postgresql = "host=db"
        configuration.cluster.node = "one"
        change(&configuration.cluster)
        return configuration.problems.map(\.key)
    }

    @Test(arguments: [
        "", "redis.example:6379", "[::1]:6379", "/run/redis.sock", "rediss://redis.example:6379",
        "rediss://[::1]:1",
    ])
    func `allow a Redis server with its port, over TLS or not, or a socket`(redis: String) {
        #expect(Self.problems { $0.redis = redis } == [])
    }

    @Test(arguments: [
        "redis", "redis:0", ":6379", "redis:70000", "redis://redis:6379", "rediss://redis",
        "rediss://:6379", "https://redis:6379", "rediss:///run/redis.sock",
    ])
    func `allow no other Redis server`(redis: String) {
        #expect(Self.problems { $0.redis = redis } == ["cluster.redis"])
    }

    @Test func `allow authorities for a Redis server over TLS only`() {
        #expect(
            Self.problems { ($0.redis, $0.redisAuthorities) = ("rediss://redis:1", "a.crt") } == [])
        #expect(
            Self.problems { ($0.redis, $0.redisAuthorities) = ("redis:1", "a.crt") }
                == ["cluster.redisAuthorities"])
    }
}

@Suite struct `Settings of a bucket for files` {
    private static func problems(
        _ change: (inout Configuration.Data) -> Void
    ) -> [String] {
        var configuration = Configuration()
        configuration.data.postgresql = "host=db"
        configuration.data.s3 = "https://s3.example/bucket"
        (configuration.data.s3Key, configuration.data.s3Secret) = ("key", "/etc/upford/s3")
        change(&configuration.data)
        return ConfigurationRules(settings: configuration).problems.map(\.0)
    }

    @Test(arguments: [
        "https://s3.example/bucket", "https://bucket.s3.example", "http://127.0.0.1:9000/b/",
    ])
    func `allow the URL of a bucket`(url: String) {
        #expect(Self.problems { $0.s3 = url } == [])
    }

    @Test(arguments: [
        "s3://bucket", "bucket", "https://", "https://user:key@s3.example/b",
        "https://s3.example/?b",
        "https://s3.example/b#c", "ftp://s3.example/b",
    ])
    func `allow no other URL`(url: String) {
        #expect(Self.problems { $0.s3 = url } == ["data.s3"])
    }

    @Test func `need a key, its secret, and PostgreSQL`() {
        #expect(
            Self.problems { ($0.s3Key, $0.s3Secret) = ("", "") } == ["data.s3Key", "data.s3Secret"])
        #expect(Self.problems { $0.postgresql = "" } == ["data.postgresql"])
    }
}

import Glibc
import Kernel
import Outbound
import S3
import Storage
import TestSupport
import Testing

/// A bucket of its own at the server of `Tests/s3.sh`.
final class TestBucket: Sendable {
    let terms: S3Files.Terms
    private let drafts: TemporaryFolder

    static var isAtHand: Bool { value("UPFOR_S3") != nil }

    /// - Parameter secret: nil: the right one.
    init(secret: String? = nil) throws {
        drafts = try TemporaryFolder()
        var random = SystemRandomNumberGenerator()
        let server = try #require(Self.value("UPFOR_S3"))
        let signature = RequestSignature(
            key: try #require(Self.value("UPFOR_S3_KEY")),
            secret: try #require(Self.value("UPFOR_S3_SECRET")), region: "us-east-1",
            service: "s3")
        let url = "\(server)/b\(FileName(using: &random).text)"
        let client = OutboundClient(
            label: "test", OutboundTerms(allowsPlain: true, allowsPrivate: true))
        var request = OutboundRequest(
            .put([]), url,
            fields: [
                OutboundRequest.Field("Content-Type", "application/xml"),
                OutboundRequest.Field("x-amz-content-sha256", "UNSIGNED-PAYLOAD"),
            ])
        request.signature = signature
        #expect(try client.perform(request).status == 200)
        var used = signature
        if let secret {
            used = RequestSignature(
                key: signature.key, secret: secret, region: signature.region, service: "s3")
        }
        terms = S3Files.Terms(url: url, used, drafts: drafts.path)
    }

    private static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// What lies in the folder of drafts.
    func draftNames() throws -> [String] { try LinuxFileCalls().names(in: drafts.path) }
}

@Suite(.enabled(if: TestBucket.isAtHand)) struct `A bucket` {
    private static let long = `A store of files`.long

    @Test func `has no drafts beside it`() throws {
        let bucket = try TestBucket()
        let draft = try S3Files(bucket.terms).create()
        try draft.append(Self.long)
        #expect(try bucket.draftNames().isEmpty)
        try draft.finish()
        #expect(try S3Files(bucket.terms).bytes(of: draft.name) == Self.long)
    }

    @Test func `that refuses the key, or is not there, is an error that says so`() throws {
        let bucket = try TestBucket(secret: "another secret of the same length......")
        let error = #expect(throws: StoreError.self) { try S3Files(bucket.terms).begin() }
        #expect("\(try #require(error))".contains("403 SignatureDoesNotMatch"))
        var terms = try TestBucket().terms
        terms.url += "x"
        let missing = #expect(throws: StoreError.self) { try S3Files(terms).begin() }
        #expect("\(try #require(missing))".contains("404 NoSuchBucket"))
        terms.url = "http://127.0.0.1:1/bucket"
        let away = #expect(throws: StoreError.self) { try S3Files(terms).begin() }
        guard case .unreachable? = away else {
            Issue.record("expected that it is unreachable, got \(String(describing: away))")
            return
        }
    }

    @Test func `passes over objects of others, and lists more than a page`() throws {
        let bucket = try TestBucket()
        let files = S3Files(bucket.terms)
        for key in ["a", "zz", "index.html", "7/8"] {
            var request = OutboundRequest(
                .put([1]), "\(bucket.terms.url)/\(key)",
                fields: [OutboundRequest.Field("x-amz-content-sha256", "UNSIGNED-PAYLOAD")])
            request.signature = bucket.terms.signature
            let client = OutboundClient(
                label: "test", OutboundTerms(allowsPlain: true, allowsPrivate: true))
            #expect(try client.perform(request).status == 200)
        }
        let names = try (0..<7).map { try files.store([UInt8($0)]) }.sorted()
        #expect(try files.names(after: nil, limit: 3) == Array(names[..<3]))
        #expect(try files.names(after: names[2], limit: 1_000) == Array(names[3...]))
    }

    @Test func `takes the files of another store when the daemon begins`() throws {
        let bucket = try TestBucket()
        let folder = try TemporaryFolder()
        let old = FileFolder("\(folder.path)/files")
        try old.begin()
        let contents = [[], [7], Self.long]
        let names = try contents.map { try old.store($0) }
        let new = S3Files(bucket.terms)
        // As if it had been stopped midway: the bucket has one that the folder has, too.
        let copy = try new.draft(of: names[1])
        try copy.append([7])
        try copy.finish()
        try MovingFiles(from: old, to: new).begin()
        #expect(try names.map { try new.bytes(of: $0) } == contents)
        #expect(try old.names(after: nil, limit: 9).isEmpty)
        try MovingFiles(from: old, to: new).begin()
        #expect(try new.names(after: nil, limit: 9) == names.sorted())
    }
}

import Kernel
import Storage
import SwiftProtobuf
import TestSupport
import Testing
import Wire

/// H20: resumes and transcripts, and their readers.
@Suite struct `A resume` {
    private static let pdf = Array("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n".utf8)
    private static let text = Array("Ana Müller\r\n\tSwift, since 2014\n".utf8)

    private let world: World
    private let gathering: UInt32
    /// dora's.
    private let project: UInt32
    /// The number of ana's profile.
    private let ana: UInt32

    /// emil plans it; ana has a resume; dora has a project, and cleo recruits for it; ben attends.
    init() throws {
        world = try World()
        for name in ["dora", "emil"] { try world.signUp(name) }
        gathering = try world.emil.gather().number
        for person in [world.ana, world.ben, world.cleo, world.dora] {
            try person.attend(gathering)
        }
        project = try world.dora.project(at: gathering).number
        try world.cleo.swipe(project)
        try world.dora.swipe(project, "cleo")
        try world.dora.grant(.recruiter, to: "cleo", in: project)
        ana = try world.ana.teamProfile().number
        try world.putDocument("resume", Self.pdf, of: ana, by: "ana")
    }

    /// The users who can read ana's resume. The list must say the same as the download.
    private func readers() throws -> Set<String> {
        var readers: Set<String> = []
        for name in ["ana", "ben", "cleo", "dora", "emil"] {
            let isFound = try world.document("resume", of: ana, by: name) != nil
            let listed = try? world[dynamicMember: name].documents(of: "ana")
            #expect((listed?.isEmpty == false) == isFound, "\(name)")
            if isFound { readers.insert(name) }
        }
        return readers
    }

    @Test func `is not served after the log-in of its request has ended`() throws {
        let path = "/hinder/users/{number}/documents/{kind}"
        let request = PlainRequest(values: ["\(ana)", "resume"])
        let works = try [Route.Method.get, .put, .delete].map { method in
            try world.plain(method, path, request, by: "ana")
        }
        try world.ana.call(.accountLogout(AccountLogout()))
        for work in works {
            let refusal = #expect(throws: Refusal.self) { try Self.do(work, in: world) }
            #expect(refusal?.code == .invalidToken)
        }
    }

    private static func `do`(_ work: Work, in world: World) throws {
        switch work {
        case .file(.stored(let look), _):
            _ = try world.store.snapshot { (snapshot) throws(Refusal) in try look(snapshot) }
        case .prepare(let prepare): _ = try prepare(try world.store, .none)
        default: throw NotThatKind(what: "a command about a file")
        }
    }

    @Test func `is given back byte by byte, and listed`() throws {
        let file = try #require(try world.document("resume", of: ana, by: "ana"))
        #expect(try file.bytes == Self.pdf && file.contentType == "application/pdf")
        #expect(file.storedAs == "resume.pdf")
        try world.putDocument("transcript", Self.text, of: ana, by: "ana")
        let listed = try world.ana.documents()
        #expect(listed.map(\.kind) == [.resume, .transcript])
        #expect(listed.map(\.bytes) == [UInt32(Self.pdf.count), UInt32(Self.text.count)])
        #expect(listed.map(\.contentType) == ["application/pdf", "text/plain; charset=utf-8"])
        #expect(listed.allSatisfy { $0.at == world.clock.now.timestamp })
        let other = try #require(try world.document("transcript", of: ana, by: "ana"))
        #expect(try other.bytes == Self.text && other.storedAs == "transcript.txt")
        try world.deleteDocument("resume", of: ana, by: "ana")
        #expect(try world.ana.documents().map(\.kind) == [.transcript])
        #expect(try world.document("resume", of: ana, by: "ana") == nil)
        try world.putDocument("transcript", Self.pdf, of: ana, by: "ana")
        #expect(try world.count(of: "team_document") == 1)
        #expect(try world.document("transcript", of: ana, by: "ana")?.bytes == Self.pdf)
    }

    /// A scalar lies across the end of each piece that is checked.
    @Test(arguments: ["é", "€", "😀"], 0..<4)
    func `is text also where a piece of it ends`(scalar: String, shift: Int) throws {
        let text = String(repeating: "a", count: 65_536 - shift) + scalar
        let bytes = Array((text + text).utf8)
        for file in [bytes, Array(bytes.prefix(65_536 - shift + scalar.utf8.count))] {
            try world.putDocument("resume", file, of: ana, by: "ana", isStored: true)
            #expect(try world.document("resume", of: ana, by: "ana")?.bytes == file)
        }
        for isStored in [false, true] {
            expectRefusal(.invalidField, "document") {
                try world.putDocument(
                    "resume", Array(bytes.dropLast()), of: ana, by: "ana", isStored: isStored)
            }
            expectRefusal(.invalidField, "document") {
                try world.putDocument(
                    "resume", bytes + [0xC3] + bytes, of: ana, by: "ana", isStored: isStored)
            }
        }
    }

    @Test func `is a PDF or plain text, by what is in it`() async throws {
        let padding = [UInt8](repeating: 32, count: 1_024)
        let refused: [[UInt8]] = [
            [], Array("%PDF-1.7 without an end".utf8), Array("%PDF-x\n%%EOF".utf8),
            Self.pdf + padding, [0x50, 0x4B, 3, 4], [0xFF, 0xFE, 0x41, 0], Array("a\0b".utf8),
            Array("a\u{1B}[31m".utf8), Array("a\u{85}b".utf8), [0x89] + Array("PNG\r\n".utf8),
            [0x4D, 0xFC, 0x6C], Array(" ".utf8) + Array("%PDF-1.7\u{0}%%EOF".utf8),
        ]
        let count = try world.files.names(after: nil, limit: 9).count
        for file in refused {
            for isStored in [false, true] {
                expectRefusal(.invalidField, "document") {
                    try world.putDocument("resume", file, of: ana, by: "ana", isStored: isStored)
                }
            }
        }
        #expect(
            try await eventually { try world.files.names(after: nil, limit: 99).count == count })
        // Looks like a page, is served as text.
        let page = Array("<script>alert(1)</script>".utf8)
        for file in [page, Array("\u{FEFF}".utf8) + Self.text, Self.pdf] {
            for isStored in [false, true] {
                try world.putDocument("transcript", file, of: ana, by: "ana", isStored: isStored)
                #expect(try world.document("transcript", of: ana, by: "ana")?.bytes == file)
            }
        }
        expectRefusal(.tooLarge, "document") {
            let large = [UInt8](repeating: 65, count: 1_048_577)
            try world.putDocument("resume", large, of: ana, by: "ana")
        }
        let largest = [UInt8](repeating: 65, count: 1_048_576)
        try world.putDocument("resume", largest, of: ana, by: "ana")
        #expect(try world.document("resume", of: ana, by: "ana")?.bytes == largest)
    }

    @Test func `is put and deleted by its owner alone, and of no other kind`() throws {
        let ben = try world.ben.teamProfile().number
        expectRefusal(.notMember) { try world.putDocument("resume", Self.pdf, of: ben, by: "ana") }
        expectRefusal(.notMember) { try world.deleteDocument("resume", of: ana, by: "ben") }
        for kind in ["photo", "RESUME", "", "noDocument"] {
            expectRefusal(.notFound) {
                try world.putDocument(kind, Self.pdf, of: ana, by: "ana")
            }
            #expect(try world.document(kind, of: ana, by: "ana") == nil)
        }
        #expect(try readers() == ["ana"])
    }

    @Test func `is read by those who decide about a project that its owner wants`() throws {
        #expect(try readers() == ["ana"])
        try world.ana.swipe(project)
        #expect(try readers() == ["ana", "cleo", "dora"])
        try world.dora.grant(.member, to: "cleo", in: project)
        #expect(try readers() == ["ana", "dora"])
        try world.pass(.seconds(3_601))
        try world.ana.swipe(project, right: false)
        #expect(try readers() == ["ana"])
    }

    @Test func `is not read by those who want its owner, or who apply to its owner`() throws {
        try world.dora.swipe(project, "ana")
        #expect(try readers() == ["ana"])
        // Ana decides about her own project, which opens nothing of hers to users who want it.
        let own = try world.ana.project("Mine", at: gathering).number
        try world.ben.swipe(own)
        #expect(try readers() == ["ana"])
    }

    @Test func `is read by those who decide about a project that its owner has joined`() throws {
        try world.ana.swipe(project)
        try world.dora.swipe(project, "ana")
        #expect(try readers() == ["ana", "cleo", "dora"])
        try world.ana.call(.projectLeave(.with { $0.number = project }))
        #expect(try readers() == ["ana"])
    }

    @Test func `is read by companies at the same gathering if it is open to them`() throws {
        try world.emil.grant(.company, to: "ben", at: gathering, company: "Acme")
        #expect(try readers() == ["ana"])
        #expect(try world.ben.attendees(of: gathering).allSatisfy(\.documents.isEmpty))
        try world.ana.openDocuments()
        #expect(try readers() == ["ana", "ben"])
        let shown = try world.ben.attendees(of: gathering).filter { !$0.documents.isEmpty }
        #expect(shown.map(\.profile.user.username) == ["ana"])
        #expect(try world.cleo.attendees(of: gathering).allSatisfy(\.documents.isEmpty))
        // That they are open is not shown to others.
        #expect(try world.ana.teamProfile().openToCompanies)
        #expect(try !world.ben.teamProfile("ana").openToCompanies)
        try world.emil.grant(.attendee, to: "ben", at: gathering)
        #expect(try readers() == ["ana"])
        try world.emil.grant(.company, to: "ben", at: gathering, company: "Acme")
        try world.ana.openDocuments(false)
        #expect(try readers() == ["ana"])
        // A company of another gathering is none here.
        try world.ana.openDocuments()
        let elsewhere = try world.emil.gather("Elsewhere").number
        try world.cleo.attend(elsewhere)
        try world.emil.grant(.company, to: "cleo", at: elsewhere, company: "Initech")
        #expect(try readers() == ["ana", "ben"])
        try world.ana.call(.gatheringLeave(.with { $0.number = gathering }))
        #expect(try readers() == ["ana"])
    }

    @Test(arguments: [true, false])
    func `is hidden by a block, whichever side blocks`(isByOwner: Bool) throws {
        try world.emil.grant(.company, to: "ben", at: gathering, company: "Acme")
        try world.ana.openDocuments()
        try world.ana.swipe(project)
        #expect(try readers() == ["ana", "ben", "cleo", "dora"])
        try isByOwner ? world.ana.block("ben") : world.ben.block("ana")
        #expect(try readers() == ["ana", "cleo", "dora"])
        #expect(try world.ben.attendees(of: gathering).allSatisfy(\.documents.isEmpty))
        // A block with the project's owner hides the resume from its recruiter, too.
        try isByOwner ? world.ana.block("dora") : world.dora.block("ana")
        #expect(try readers() == ["ana"])
    }

    @Test func `goes with the gathering that led to it`() throws {
        try world.emil.grant(.company, to: "ben", at: gathering, company: "Acme")
        try world.ana.openDocuments()
        try world.ana.swipe(project)
        try world.emil.call(.gatheringDelete(.with { $0.number = gathering }))
        #expect(try readers() == ["ana"])
    }

    @Test func `looks like none to those who may not read it`() throws {
        let ben = try world.ben.teamProfile().number
        let refusals = [
            { try world.cleo.documents(of: "ana") }, { try world.cleo.documents(of: "ben") },
        ].map { list -> Refusal? in
            do { _ = try list() } catch let refusal as Refusal { return refusal } catch {}
            return nil
        }
        #expect(refusals[0] == refusals[1] && refusals[0]?.code == .notFound)
        #expect(try world.document("resume", of: ana, by: "cleo") == nil)
        #expect(try world.document("resume", of: ben, by: "cleo") == nil)
        #expect(try world.document("resume", of: 99, by: "cleo") == nil)
    }

    @Test(arguments: [true, false])
    func `is deleted with the profile and with the account`(isAccount: Bool) throws {
        try world.putDocument("transcript", Self.text, of: ana, by: "ana")
        if isAccount {
            try world.ana.deleteAccount()
        } else {
            try world.ana.call(.teamProfileDelete(TeamProfileDelete()))
        }
        #expect(try world.count(of: "team_document") == 0)
        for _ in 1...2 { try world.pass(.seconds(5)) }
        #expect(try world.document("resume", of: ana, by: "dora") == nil)
    }

    @Test func `is among one's own data, in pieces that fit a page`() throws {
        let bytes = (0..<1_048_576).map { 97 + UInt8(($0 &* 31 ^ $0 >> 8) & 15) }
        try world.putDocument("transcript", bytes, of: ana, by: "ana")
        var (handed, after) = ([DocumentKind: [UInt8]](), "")
        repeat {
            let page = try world.ana.exportPage(after: after)
            #expect(try page.jsonUTF8Data().count < 262_144)
            for piece in page.records.map(\.teamDocument) where !piece.bytes.isEmpty {
                #expect(Int(piece.offset) == handed[piece.document.kind, default: []].count)
                handed[piece.document.kind, default: []] += [UInt8](piece.bytes)
            }
            after = page.next
        } while !after.isEmpty
        #expect(handed == [.resume: Self.pdf, .transcript: bytes])
        #expect(
            try !world.ben.export().contains { $0.teamDocument != ExportedDocument() })
    }
}

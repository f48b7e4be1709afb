import Glibc
import TestSupport
import Testing

@testable import Server

@Suite struct `The path of a program` {
    /// A folder with a program `v1`, another one `v2`, and `cur`, a link to the first.
    private let site: TemporaryFolder
    private let exe: String

    init() throws {
        site = try TemporaryFolder()
        exe = "\(site.path)/exe"
        for name in ["v1", "v2"] { _ = close(creat("\(site.path)/\(name)", 0o700)) }
        #expect(symlink("v1", "\(site.path)/cur") == 0)
        #expect(symlink("\(site.path)/v1", exe) == 0)
    }

    private func path(called: String, folder: String = "/", searched: String = "") -> String? {
        ProgramPath(called: called, folder: folder, searched: searched).path(of: exe)
    }

    @Test func `is the one it was called by, links and all`() {
        #expect(path(called: "\(site.path)/cur") == "\(site.path)/cur")
        #expect(path(called: "./cur", folder: site.path) == "\(site.path)/./cur")
    }

    @Test(arguments: ["", ".", "/nowhere"])
    func `is found where names are searched for`(other: String) {
        let found = path(called: "cur", folder: "/usr", searched: "\(other):\(site.path)")
        #expect(found == "\(site.path)/cur")
        #expect(path(called: "cur", folder: site.path, searched: "/:") == "\(site.path)/cur")
    }

    @Test(arguments: ["", "v2", "-upford", "/nowhere/cur", "/", "./v2"])
    func `is that of the file which runs when its caller says something else`(called: String) {
        let other = path(called: called, folder: "\(site.path)/nowhere", searched: site.path)
        #expect(other == "\(site.path)/v1")
    }

    @Test func `is unknown when nothing runs`() {
        let none = ProgramPath(called: "cur", folder: site.path, searched: site.path)
        #expect(none.path(of: "/nowhere/exe") == nil)
    }
}

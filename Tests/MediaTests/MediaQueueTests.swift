import Dispatch
import Files
import Kernel
import Synchronization
import Testing

@testable import Media

@Suite struct `A queue for media` {
    /// Refuses all, when it may.
    private struct SlowMaker: MediaMaker {
        let gate: DispatchSemaphore

        func picture(
            of file: UploadedFile, in files: StoredFiles
        ) throws(MediaFailure) -> MadePicture {
            gate.wait()
            throw .animated
        }

        func recording(
            of file: UploadedFile, in files: StoredFiles
        ) throws(MediaFailure) -> MadeRecording {
            throw .off(engine: "none")
        }

        func link(to url: String, in files: StoredFiles) throws(MediaFailure) -> MadeLink {
            throw .noPage
        }

        var scansFiles: Bool { false }

        func scan(_ file: UploadedFile, in files: StoredFiles) throws(MediaFailure) {}
    }

    @Test(.timeLimit(.minutes(5))) func `is bounded, and says so at once`() throws {
        let (gate, end) = (DispatchSemaphore(value: 0), DispatchGroup())
        let queue = MediaQueue(SlowMaker(gate: gate), waitingMax: 4)
        let files = TestFiles()
        let file = try files.uploaded([1])
        let failures = Mutex<[MediaFailure]>([])
        for user in 1...20 {
            end.enter()
            queue.make(for: Int64(user)) { (maker) throws(MediaFailure) in
                try maker.picture(of: file, in: files.stored)
            } _: { result in
                if case .failure(let failure) = result { failures.withLock { $0.append(failure) } }
                end.leave()
            }
        }
        let full = MediaFailure.full(retryAfter: .seconds(5))
        #expect(failures.withLock { $0.count { $0 == full } } >= 15)
        for _ in 0..<20 { gate.signal() }
        end.wait()
        #expect(failures.withLock { $0.count { $0 == .animated } } >= 4)
        #expect(failures.withLock { $0.count } == 20)
    }
}

import Dispatch
import Glibc
import Synchronization
import Testing

@testable import Hub

@Suite(.timeLimit(.minutes(5))) struct `An executor's queue` {
    @Test func `runs work on its caller when nothing is before it`() {
        let executor = QueueExecutor(label: "test")
        let done = Mutex<[String]>([])
        executor.postOrDo { done.withLock { $0.append("brought") } }
        #expect(done.withLock(\.self) == ["brought"])
    }

    @Test func `is idle again when its work is done`() {
        let executor = QueueExecutor(label: "test")
        executor.post {}
        executor.postAndWait {}
        let thread = Mutex<pthread_t?>(nil)
        executor.postOrDo { thread.withLock { $0 = pthread_self() } }
        #expect(thread.withLock(\.self) == pthread_self())
    }

    @Test func `runs nothing before earlier work`() {
        let executor = QueueExecutor(label: "test")
        let (gate, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = Mutex<[String]>([])
        executor.post {
            gate.wait()
            done.withLock { $0.append("first") }
        }
        executor.postOrDo {
            done.withLock { $0.append("second") }
            end.signal()
        }
        #expect(done.withLock(\.self) == [])
        gate.signal()
        end.wait()
        #expect(done.withLock(\.self) == ["first", "second"])
    }
}

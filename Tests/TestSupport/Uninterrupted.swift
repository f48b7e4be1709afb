import Glibc

/// Makes a system call again while it ends with `EINTR`: a receive with a time limit does so when
/// the process was stopped and goes on.
///
/// - Source: signal(7), "Interruption of system calls and library functions by stop signals".
public func uninterrupted(_ call: () -> Int) -> Int {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

import Glibc

/// Starting other programs.
enum Spawn {
    /// Starts a program, which is looked for in PATH unless its name has a slash.
    ///
    /// - Parameters:
    ///   - environment: all of it, as `NAME=value`.
    ///   - actions: what is done with its descriptors.
    /// - Returns: its number; nil when it cannot be run.
    static func start(
        _ program: String, _ arguments: [String], environment: [String] = [],
        _ actions: inout posix_spawn_file_actions_t
    ) -> pid_t? {
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var variables = environment.map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var attributes = unblockedSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var process = pid_t()
        let status = posix_spawnp(
            &process, program, &actions, &attributes, &words, &variables)
        return status == 0 ? process : nil
    }

    /// A thread of Dispatch blocks all signals, and what it spawns would inherit that.
    private static func unblockedSignals() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return attributes
    }
}

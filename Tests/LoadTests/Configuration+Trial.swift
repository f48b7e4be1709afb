import Settings

extension Configuration {
    /// Of a daemon with its data in `folder`, that hashes quickly, limits nothing, and cuts nobody
    /// off, however busy the machine is.
    static func trial(in folder: String) -> Self {
        var configuration = Self()
        configuration.listen.port = 0
        configuration.admin.port = 0
        configuration.data.folder = "\(folder)/store"
        configuration.passwords.passes = 1
        configuration.passwords.memoryKiB = 8
        configuration.rates.enabled = false
        configuration.limits.signInSeconds = 300
        configuration.limits.headSeconds = 60
        (configuration.limits.stallSeconds, configuration.limits.flushSeconds) = (600, 600)
        configuration.limits.messageSeconds = 600
        configuration.listen.unacknowledgedSeconds = 600
        configuration.http.keepAliveSeconds = 3_600
        configuration.heartbeat.pingSeconds = 3_600
        configuration.heartbeat.deadSeconds = 7_200
        return configuration
    }
}

import Kernel
import Synchronization

/// The settings that the daemon goes by now, for whoever needs the newest.
final class CurrentConfiguration: Sendable {
    private let value: Mutex<Configuration>

    init(_ configuration: Configuration) {
        value = Mutex(configuration)
    }

    var current: Configuration {
        get { value.withLock { $0 } }
        set { value.withLock { $0 = newValue } }
    }

    var features: SettingValues { value.withLock { $0.features } }

    var limits: Configuration.Limits { value.withLock { $0.limits } }
}

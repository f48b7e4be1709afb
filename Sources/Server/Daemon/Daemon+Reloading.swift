import EventLoop
import Gateway
import Hub
import Notifications
import Observability
public import Settings
public import SettingsFile

extension Daemon {
    /// Takes over the settings that can change while the daemon serves: they hold for everything
    /// that happens from now on, on connections that are open already too.
    ///
    /// - Parameter wanted: settings without problems.
    /// - Returns: what has changed, and what waits for a restart.
    /// - Throws: when the settings that can change contradict those that cannot; nothing changes.
    @discardableResult
    public func reload(
        _ wanted: Configuration
    ) throws(ConfigurationErrors) -> ConfigurationChange {
        let (next, change) = settings.current.taking(wanted)
        guard next.problems.isEmpty else { throw ConfigurationErrors(problems: next.problems) }
        settings.current = next
        log.level = next.log.level
        log.addresses = next.log.addresses
        workers.allow(waiting: next.passwords.queue)
        let forHub = HubTerms(next)
        hub.post { core, _ in core.terms = forHub }
        limiter.change(to: next.rates)
        let forClients = ClientSettings(next)
        let limits = next.limits
        for loop in loops {
            loop.post { loop in loop.handler.take(forClients, limits) }
        }
        return change
    }

    /// Reads again the files that others renew: certificate, key, and keys of issuers. Which files
    /// that are is known since the start, so that settings that are no good keep none from being
    /// renewed. What is no good is refused, and what was there before stays.
    public func renew() {
        reloadCredentials()
        reloadIdentities()
        mail?.renew()
    }
}

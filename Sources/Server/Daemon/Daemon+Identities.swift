import Accounts
import Observability

extension Daemon {
    /// Reads the keys of issuers again. A file without keys is refused, and those from before stay.
    func reloadIdentities() {
        for name in issuers.reload() {
            log.write(
                .identityKeysRefused,
                .reason("\(name): no keys that can be used in its file"))
        }
    }
}

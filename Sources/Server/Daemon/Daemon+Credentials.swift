import EventLoop
import Observability
import Settings

extension Daemon {
    private static let secondsOfDay: Int64 = 86_400

    /// Reads certificate and key; nil when the settings ask for no TLS.
    static func credentials(
        _ tls: Configuration.TLS, _ log: EventLog
    ) throws(StartFailure) -> TLSCredentials? {
        guard tls.isOn else { return nil }
        do {
            let credentials = try TLSCredentials(certificateFile: tls.certificate, keyFile: tls.key)
            report(credentials, to: log)
            return credentials
        } catch {
            throw StartFailure(error.description)
        }
    }

    /// Reads again what proves who we are. A pair that is no good is refused: the old one stays.
    func reloadCredentials() {
        guard let credentials else { return }
        do {
            try credentials.reload()
            Self.report(credentials, to: log)
        } catch {
            log.write(
                .credentialsRefused, .path(credentials.certificateFile),
                .reason(error.description))
        }
    }

    private static func report(_ credentials: TLSCredentials, to log: EventLog) {
        let seconds = credentials.expirySeconds - SystemClock.milliseconds() / 1000
        log.write(
            .credentialsLoaded, .path(credentials.certificateFile),
            .count(Int(clamping: seconds / secondsOfDay)))
        if credentials.keyIsReadableByOthers {
            log.write(.credentialsExposed, .path(credentials.keyFile))
        }
    }
}

extension LoopLimits {
    /// Takes over what is set for TLS.
    mutating func setHandshakes(_ tls: Configuration.TLS) {
        handshakeLimit = .seconds(tls.handshakeSeconds)
        handshakePatience = .milliseconds(tls.patienceMilliseconds)
        handshakesMax = tls.handshakes
        handshakesPerNetworkMax = tls.handshakesPerAddress
        postHandshakeMax = tls.postHandshakeMessages
    }
}

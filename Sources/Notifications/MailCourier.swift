import Accounts
import Glibc
import Hub
package import Kernel
import Metering
package import Observability
import Outbound
package import Settings
import Synchronization
import Wire

/// Carries letters from the store to the mail server, on a queue of its own: some at a time, each
/// when it is due, and tries again.
///
/// Letters wait in the store: a restart loses none. A letter is sent twice only when the daemon
/// ends between the server's acceptance and the note of it.
package actor MailCourier {
    nonisolated let executor: QueueExecutor
    package nonisolated let meter = NotifierMeter("mail")
    private let terms: Configuration.Mail
    private let client: MailClient
    private let store: any Store
    private let log: any EventRecorder
    private let beginning = ContinuousClock.now
    private var isStopped = false
    private var isWaiting = false
    private var underWayCount = 0
    private var failures = Throttle()
    private var lastStatus = 0

    /// How many letters are under way at once.
    static let workerCount = 4
    /// How often it looks whether a letter is due.
    private static let interval = 500

    init(
        _ terms: Configuration.Mail, _ route: MailRoute, _ store: any Store,
        _ log: any EventRecorder
    ) {
        executor = QueueExecutor(label: "upfor.mail")
        client = MailClient(label: "upfor.mail", route, workerCount: Self.workerCount)
        (self.terms, self.store, self.log) = (terms, store, log)
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Begins to carry.
    package nonisolated func start() {
        executor.post { self.assumeIsolated { $0.look() } }
    }

    /// Ends what is under way; what has not left is sent after the next start.
    package nonisolated func stop() {
        executor.postAndWait {
            self.assumeIsolated { courier in
                courier.isStopped = true
                courier.tell(atOnce: true)
            }
        }
        client.stop()
        // The outcomes of the letters that were under way are noted before the store closes.
        executor.postAndWait {}
    }

    /// Reads the files with the password and the authorities again. What cannot be read is left as
    /// it was.
    package nonisolated func renew() {
        guard let route = try? Self.route(terms) else { return }
        client.change(to: route)
    }

    /// Looks whether letters are due, unless as many are under way as may be.
    private func look() {
        guard !isStopped else { return }
        tell()
        if !isWaiting, underWayCount == 0 {
            isWaiting = true
            let job = ReadJob { (snapshot) throws(Refusal) in
                try LetterSpool.isDue(in: snapshot)
            } then: { [self] result in
                let isDue = (try? result.get()) ?? false
                executor.post { self.assumeIsolated { $0.looked(isDue) } }
            }
            store.read([job])
        }
        executor.post(afterMilliseconds: Self.interval) { self.assumeIsolated { $0.look() } }
    }

    private func looked(_ isDue: Bool) {
        isWaiting = false
        if isDue { take() }
    }

    private func take() {
        guard !isStopped, !isWaiting else { return }
        isWaiting = true
        let patience = Duration.seconds(terms.giveUpMinutes * 60)
        let job = WriteJob { (transaction) throws(Refusal) in
            try LetterSpool.take(
                atMost: Self.workerCount, patience: patience, in: transaction)
        } then: { [self] result in
            // Without a commit no letter was taken.
            let letters = try? result.get()
            executor.post { self.assumeIsolated { $0.took(letters) } }
        }
        store.write([job])
    }

    private func took(_ taken: LetterSpool.Taken?) {
        isWaiting = false
        guard !isStopped, let taken else { return }
        for _ in 0..<taken.givenUpCount { failed(0) }
        for letter in taken.letters { send(letter) }
    }

    private func send(_ letter: MailLetter) {
        underWayCount += 1
        guard let mail = try? OutboundMail(letter, from: terms.from, at: SystemClock.moment())
        else { return ended(letter, .refused(status: 0)) }
        client.send(mail) { verdict in
            self.executor.post { self.assumeIsolated { $0.ended(letter, verdict) } }
        }
    }

    private func ended(_ letter: MailLetter, _ verdict: MailVerdict) {
        underWayCount -= 1
        let id = letter.id
        switch verdict {
        case .accepted:
            meter.delivered.add()
            note { (transaction) throws(Refusal) in try LetterSpool.sent(id, in: transaction) }
        case .refused(let status):
            failed(status)
            note { (transaction) throws(Refusal) in try LetterSpool.drop(id, in: transaction) }
        case .later(let status):
            lastStatus = status
            // Cut short by the end of the daemon: it is sent after the next start.
            let pause =
                isStopped
                ? .zero
                : LetterQueue.Pace().pause(
                    after: letter.attemptCount, chance: Self.chance())
            note { (transaction) throws(Refusal) in
                try LetterSpool.retry(id, after: pause, in: transaction)
            }
        }
        if underWayCount == 0 { take() }
    }

    /// 0…1.
    private static func chance() -> Double {
        var generator = SystemRandomNumberGenerator()
        return Double(generator.next() as UInt64) / Double(UInt64.max)
    }

    private func note(_ run: @escaping @Sendable (Transaction) throws(Refusal) -> Void) {
        store.write([WriteJob(run)])
    }

    private func failed(_ status: Int) {
        failures.count += 1
        meter.failed.add()
        lastStatus = status == 0 ? lastStatus : status
    }

    private func tell(atOnce: Bool = false) {
        let now = ContinuousClock.now - beginning
        guard let count = failures.take(at: now, atOnce: atOnce) else { return }
        log.write(
            .notifierFailed, .notifier(meter.name), .status(lastStatus), .count(count))
    }
}

extension MailCourier {
    /// The courier that this configuration wants, if mail is sent.
    package static func begin(
        _ terms: Configuration.Mail, _ store: any Store, _ log: any EventRecorder
    ) throws(StartFailure) -> MailCourier? {
        guard terms.isOn else { return nil }
        return MailCourier(terms, try route(terms), store, log)
    }

    private static func route(_ terms: Configuration.Mail) throws(StartFailure) -> MailRoute {
        guard var route = MailRoute(terms.server) else {
            throw StartFailure("mail.server: expected smtp://HOST:PORT or smtps://HOST:PORT")
        }
        if terms.plain, route.security == .required { route.security = .none }
        route.authorities = try Authorities.read(terms.authorities, of: "mail")
        guard !terms.user.isEmpty else { return route }
        guard let bytes = SmallFile.bytes(of: terms.password, atMost: 1_024) else {
            throw StartFailure(
                "mail.password: cannot read \(terms.password): \(String(cString: strerror(errno)))")
        }
        let line = bytes.prefix { $0 != 10 && $0 != 13 }
        guard !line.isEmpty else {
            throw StartFailure("mail.password: \(terms.password) has nothing in its first line")
        }
        (route.user, route.password) = (terms.user, String(decoding: line, as: UTF8.self))
        return route
    }
}

extension OutboundMail {
    /// A letter of ours, which wants no answer, and none of a machine.
    ///
    /// - Source: RFC 5322; RFC 3834 §5 on `Auto-Submitted`.
    init(_ letter: MailLetter, from sender: String, at now: Moment) throws(OutboundFailure) {
        let domain = sender.split(separator: "@").last.map(String.init) ?? "localhost"
        try self.init(
            from: sender, to: letter.address,
            fields: [
                ("From", "<\(sender)>"), ("To", "<\(letter.address)>"),
                ("Subject", letter.subject), ("Date", Self.date(now)),
                ("Message-ID", "<\([UInt8].random(16).hexadecimal)@\(domain)>"),
                ("MIME-Version", "1.0"), ("Content-Type", "text/plain; charset=us-ascii"),
                ("Auto-Submitted", "auto-generated"),
            ], text: letter.text)
    }

    /// As in `Tue, 24 Nov 2026 11:08:41 +0000`.
    private static func date(_ moment: Moment) -> String {
        var seconds = time_t(moment.unixMilliseconds / 1_000)
        var parts = tm()
        guard gmtime_r(&seconds, &parts) != nil else { return "" }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = days[Int(parts.tm_wday) % 7]
        let month = months[Int(parts.tm_mon) % 12]
        return "\(day), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) +0000"
    }
}

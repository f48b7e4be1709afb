import CCurl
import Testing

@testable import Outbound

/// What goes to a mail server, and how.
@Suite struct `Mail to a server` {
    @Test func `goes by the way that a URL says, and elsewhere than here with STARTTLS`() throws {
        let rows: [(String, String, UInt16, MailRoute.Security)] = [
            ("smtp://mail.example.org", "mail.example.org", 587, .required),
            ("smtp://Mail.example.org:25", "mail.example.org", 25, .required),
            ("smtps://mail.example.org", "mail.example.org", 465, .implicit),
            ("smtp://localhost:25", "localhost", 25, .none),
            ("smtp://127.0.0.1", "127.0.0.1", 587, .none),
            ("smtp://127.0.0.2", "127.0.0.2", 587, .required),
            ("smtp://[::1]:25", "[::1]", 25, .none),
            ("smtps://[2001:db8::1]", "[2001:db8::1]", 465, .implicit),
        ]
        for (url, host, port, security) in rows {
            let route = try #require(MailRoute(url), "\(url)")
            #expect((route.host, route.port, route.security) == (host, port, security), "\(url)")
        }
    }

    @Test(arguments: [
        "", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://a:0", "smtp://a:x",
        "smtp://a:65536", "smtp://a/path", "smtp://user@a", "smtp://a b", "smtp://[::1",
        "smtp://[::1]x", "smtp://a\r\nb",
    ])
    func `goes nowhere by what is no such URL`(url: String) {
        #expect(MailRoute(url) == nil)
    }

    @Test func `has a head, an empty line and a body, each line with its end`() throws {
        let mail = try OutboundMail(
            from: "a@b.org", to: "c@d.org", fields: [("Subject", "x"), ("To", "<c@d.org>")],
            text: "one\n.\ntwo")
        #expect(
            String(decoding: mail.bytes, as: UTF8.self)
                == "Subject: x\r\nTo: <c@d.org>\r\n\r\none\r\n.\r\ntwo\r\n")
    }

    @Test(arguments: [
        ("a@b.org", "c@d.org>\r\nDATA", "x", "y"), ("a@b.org", "c d@e.org", "x", "y"),
        ("a@b.org", "c@d.org> NOTIFY=NEVER", "x", "y"), ("<a@b.org>", "c@d.org", "x", "y"),
        ("a@b.org", "c@d.org", "x\r\nBcc: e@f.org", "y"), ("a@b.org", "c@d.org", "x\ny", "y"),
        ("a@b.org", "c@d.org", "ä", "y"), ("a@b.org", "c@d.org", "x", "y\r.\rz"),
        ("", "c@d.org", "x", "y"),
    ])
    func `holds nothing that ends a line before its time`(
        sender: String, receiver: String, subject: String, text: String
    ) {
        #expect(throws: OutboundFailure.forbidden) {
            try OutboundMail(
                from: sender, to: receiver, fields: [("Subject", subject)], text: text)
        }
    }

    @Test func `is refused for good by 5xx, unless that is about us`() {
        #expect(MailTransfer.verdict(CURLE_OK, 250) == .accepted)
        #expect(MailTransfer.verdict(CURLE_SEND_ERROR, 550) == .refused(status: 550))
        #expect(MailTransfer.verdict(CURLE_SEND_ERROR, 451) == .later(status: 451))
        #expect(MailTransfer.verdict(CURLE_LOGIN_DENIED, 535) == .later(status: 535))
        #expect(MailTransfer.verdict(CURLE_SEND_ERROR, 530) == .later(status: 530))
        #expect(MailTransfer.verdict(CURLE_USE_SSL_FAILED, 502) == .later(status: 502))
        #expect(MailTransfer.verdict(CURLE_COULDNT_CONNECT, 0) == .later(status: 0))
    }
}

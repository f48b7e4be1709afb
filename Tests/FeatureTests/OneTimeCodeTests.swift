import Kernel
import Testing

@testable import Accounts

/// What an authenticator shows.
@Suite struct `A one-time code` {
    /// Of RFC 4226 and RFC 6238.
    private static let secret = AuthenticatorSecret(Array("12345678901234567890".utf8))

    /// - Source: RFC 4226, appendix D.
    @Test func `is that of RFC 4226 for each count`() {
        let codes: [UInt32] = [
            755224, 287082, 359152, 969429, 338314, 254676, 287922, 162583, 399871, 520489,
        ]
        for (count, code) in codes.enumerated() {
            #expect(Self.secret.code(at: TimeStep(number: Int64(count))).number == code)
        }
    }

    /// - Source: RFC 6238, appendix B, the last six of its eight digits.
    @Test(
        arguments: [
            (59, 287082), (1_111_111_109, 081804), (1_111_111_111, 050471), (1_234_567_890, 005924),
            (2_000_000_000, 279037), (20_000_000_000, 353130),
        ] as [(Int64, UInt32)])
    func `is that of RFC 6238 for each time`(seconds: Int64, code: UInt32) {
        let step = TimeStep(at: Moment(unixMilliseconds: seconds * 1000))
        #expect(Self.secret.code(at: step).number == code)
    }

    @Test func `is taken half a minute before and after its own, and once`() throws {
        let now = Moment(unixMilliseconds: 1_111_111_111_000)
        let middle = TimeStep(at: now).number
        for offset in Int64(-3)...3 {
            let step = TimeStep(number: middle + offset)
            let code = Self.secret.code(at: step)
            let found = Self.secret.step(of: code, at: now, after: TimeStep(number: 0))
            #expect(found?.number == ((-1...1).contains(offset) ? step.number : nil))
            let again = Self.secret.step(of: code, at: now, after: step)
            #expect(again == nil, "it was spent")
        }
    }

    @Test(arguments: ["", "12345", "1234567", "12345x", "１２３４５６", "-12345", "+12345", "1 2345"])
    func `is six digits of ASCII`(text: String) {
        #expect(OneTimeCode(digits: text.utf8) == nil)
    }

    @Test func `may be written in groups`() throws {
        for text in ["123456", "123 456", " 1 2 3 4 5 6 "] {
            guard case .oneTime(let code) = try FactorCode(text, field: "code") else {
                Issue.record("\(text) is no code")
                continue
            }
            #expect(code.number == 123456)
        }
    }

    /// - Source: RFC 4648 §10, without the padding.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"),
        ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI"),
    ])
    func `has a secret that is shown in base32`(plain: String, text: String) {
        #expect(Base32.text(Array(plain.utf8)) == text)
    }

    @Test func `has a secret of 160 bits, as a URI for apps`() {
        #expect(
            Self.secret.uri(of: "ana")
                == "otpauth://totp/Upfor:ana?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Upfor")
    }
}

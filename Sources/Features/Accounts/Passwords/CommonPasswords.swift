/// Passwords that many people have, and that attackers try first: they are refused.
///
/// Those of 30,000 that can be typed here, 11,611, take 0.3 MB of memory.
public struct CommonPasswords: Sendable {
    private let words: Set<String>

    /// How many there are.
    public var count: Int { words.count }

    /// The worst, for a daemon that has no list.
    public init() {
        words = Set(Self.worst.split(whereSeparator: \.isWhitespace).map(String.init))
    }

    /// Those of a list, and the worst.
    ///
    /// - Parameter list: one a line, in any case; shorter ones than can be typed do not count.
    /// - Throws: ``Flaw`` when this is no such list.
    public init(list: [UInt8]) throws(Flaw) {
        guard let text = String(validating: list, as: UTF8.self) else {
            throw Flaw(text: "it is not UTF-8")
        }
        var words = CommonPasswords().words
        var number = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            guard line.utf8.count <= TypedPassword.lengths.upperBound else {
                throw Flaw(text: "line \(number) is longer than a password")
            }
            guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw Flaw(text: "line \(number) has control characters")
            }
            if line.utf8.count >= TypedPassword.lengths.lowerBound {
                words.insert(Self.folded(String(line)))
            }
        }
        guard number > 1 else { throw Flaw(text: "it has no lines") }
        self.words = words
    }

    /// Why a file is no list.
    public struct Flaw: Error, Equatable, Sendable {
        /// In words.
        public let text: String
    }

    /// - Parameter folded: a password as ``folded(_:)`` makes it.
    func contains(_ folded: String) -> Bool { words.contains(folded) }

    /// The form in which passwords are compared with words: NFC, lower case.
    static func folded(_ password: String) -> String {
        TypedPassword.normalized(password).lowercased()
    }

    /// Passwords that are generally known to be common.
    private static let worst = """
        12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 87654321
        11111111 111111111 1111111111 00000000 0000000000 22222222 55555555 66666666 77777777
        88888888 99999999 11223344 1122334455 12341234 12344321 123123123 123321123 12121212
        123454321 147258369 123456123 112233445566 789456123 123456789a 123456789q 1234567a
        a12345678 a123456789 abcd1234 abcd12345 abcdefgh abcdefg1 abcdefghi abc12345 abc123456
        abc123abc aaaaaaaa asdfasdf asdfghjk asdfghjkl asdf1234 aa123456 aa12345678 qwertyui
        qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456 1qwerty1 qweasdzxc
        qwer1234 1234qwer 12345qwert qazwsxedc qazwsx123 1qaz2wsx 1qaz2wsx3edc zaq12wsx zaq1xsw2
        1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zxcvbnm1 zxcvbnm123 zxcvbnma
        password password1 password12 password123 password1234 password! password1! passw0rd
        p@ssw0rd p@ssword p@55w0rd pa55word pa55w0rd pass1234 passpass password2 passwort
        mypassword password01 letmein1 letmein123 letmeinnow welcome1 welcome12 welcome123
        iloveyou iloveyou1 iloveyou2 loveyou1 iloveme1 changeme changeme1 changeme123 default1
        admin123 admin1234 administrator adminadmin root1234 rootroot test1234 testtest
        test12345 guest123 secret123 trustno1 whatever sunshine sunshine1 princess princess1
        football football1 baseball baseball1 basketball superman superman1 batman123 spiderman
        starwars pokemon1 pokemon123 minecraft liverpool arsenal1 chelsea1 barcelona juventus
        michelle jennifer jessica1 charlie1 michael1 jordan23 dragon123 monkey123 shadow123
        master123 freedom1 computer internet samsung1 google123 facebook facebook1 linkedin
        hello123 helloworld nothing1 chocolate butterfly mercedes november december september
        """
}

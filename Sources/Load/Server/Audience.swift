/// Who is sent what somebody says to an echo.
enum Audience: Sendable {
    case sender, everyone
}

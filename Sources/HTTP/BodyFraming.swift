/// How the end of a request's body is known.
///
/// - Source: RFC 9112 §6.3
enum BodyFraming {
    /// It has so many bytes.
    case length(Int)
    /// Its chunks say so.
    case chunks
}

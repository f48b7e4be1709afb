import CCurl

/// A date as heads of HTTP have it.
public enum HTTPDate {
    /// Seconds since 1970, of any of the three forms, and of whatever else libcurl takes for a
    /// date: one without a time, or with another zone.
    ///
    /// - Returns: nil for what it cannot read, and for what was before 1970.
    /// - Source: RFC 9110 §5.6.7.
    public static func seconds(in text: String) -> Int64? {
        // It reads up to the first zero byte.
        guard !text.utf8.contains(0) else { return nil }
        let seconds = curl_getdate(text, nil)
        return seconds < 0 ? nil : Int64(seconds)
    }
}

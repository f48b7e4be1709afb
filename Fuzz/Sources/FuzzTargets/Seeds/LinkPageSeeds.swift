/// Pages, whole and broken.
enum LinkPageSeeds {
    static let all: [[UInt8]] = [
        "<!DOCTYPE html><html><head><title>a &amp; &#x42;</title></head><body>",
        "<meta property='og:title' content=\"a\"><meta property=og:image content=/a.png>",
        "<meta charset=windows-1252><title>\u{FC}</title>",
        "<!-- <title>a</title> --><script>'</title>'</script><style></style><title>b</title>",
        "<meta name=description content='a", "<title>a", "<<><//><!--",
    ].map { Array($0.utf8) }
}

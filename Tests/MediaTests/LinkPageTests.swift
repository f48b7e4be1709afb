import Media
import Testing

/// What a page says of itself.
@Suite struct `A page` {
    private func page(_ html: String, charset: String? = nil) -> LinkPage {
        LinkPage(html: Array(html.utf8), charset: charset)
    }

    @Test func `says it by Open Graph, or by what is older`() {
        let old = """
            <!DOCTYPE html><html><head><meta charset=utf-8><title>The lake</title>
            <meta name="description" content="Opening hours"></head>
            """
        #expect(page(old).title == "The lake")
        #expect(page(old).description == "Opening hours")
        #expect(page(old).picture == nil)
        let new = """
            <head><title>The lake – Example</title><meta property="og:title" content="The lake"/>
            <META CONTENT='Example' PROPERTY=og:site_name ><meta name=twitter:image content=/a.png>
            <meta property="og:image" content="https://example.org/b.png?a=1&amp;b=2">
            """
        #expect(page(new).title == "The lake")
        #expect(page(new).site == "Example")
        #expect(page(new).picture == "https://example.org/b.png?a=1&b=2")
    }

    @Test(arguments: [
        ("<title>a &amp; b &#8211; &#x1F3DE; &uuml; &unknown; &", "a & b – 🏞 ü &unknown; &"),
        ("<title>\n  two\n\tlines  ", "two lines"),
        ("<title>a<b>c</i>", "a<b>c</i>"), ("<TITLE lang=de>a</Title >", "a"),
        ("<title>a</title><title>b", "a"), ("<title>\u{202E}gpj.evil\u{0}\u{7}", "gpj.evil"),
        ("<title>&#0;&#xD800;&#x110000;&#x202E;a", "&#xD800;&#x110000;a"),
        ("<title></title><meta name=twitter:title content=b>", "b"),
    ])
    func `has a title on one line`(html: String, title: String) {
        #expect(page(html + "</title>").title == title)
    }

    @Test(arguments: [
        "", "<", "<title", "<title>a", "<!--<title>a</title>",
        "<script>'<title>a</title>'</script>", "<script><title>a</title>",
        "<style><title>a</title></style>", "<body><title>a</title>", "</head><title>a</title>",
        "1 <3 <title", "<meta property=og:title", "<meta property=og:title content",
        "<meta content=a>", "<meta property=og:title content=\"a", "<xtitle>a</xtitle>",
    ])
    func `has none where none is said`(html: String) {
        #expect(page(html).title == "")
    }

    @Test func `goes on behind what is not understood`() {
        let title = "<title>a</title>"
        for start in [
            "1 < 2 <", "<3", "<!DOCTYPE>", "<a b=c d='e>' f=\"g>\">", "<meta <>", "<meta =>",
            "<!-- > -- -->", "<script>a</scrip></script>", "<p/>", "</p>", "<?xml a?>", "<a/b/c>",
        ] {
            #expect(page(start + title).title == "a", "\(start)")
        }
    }

    @Test func `is read as UTF-8, or as Windows-1252 where it says so`() {
        let bytes = Array("<title>gr".utf8) + [0xFC, 0xDF, 0x65, 0x80] + Array("</title>".utf8)
        #expect(LinkPage(html: bytes, charset: "ISO-8859-1").title == "grüße€")
        #expect(LinkPage(html: bytes, charset: nil).title == "gr\u{FFFD}\u{FFFD}e\u{FFFD}")
        let meta = Array("<meta http-equiv=a content='text/html; charset=windows-1252'>".utf8)
        #expect(LinkPage(html: meta + bytes, charset: nil).title == "grüße€")
        #expect(LinkPage(html: meta + bytes, charset: "utf-8").title.hasPrefix("gr\u{FFFD}"))
    }

    @Test func `is not long`() {
        let long = String(repeating: "ab ", count: 1_000)
        let page = page(
            "<title>\(long)</title><meta name=description content='\(long)'>"
                + "<meta property=og:site_name content='\(long)'>")
        #expect((199...202).contains(page.title.unicodeScalars.count))
        #expect(page.title.hasSuffix("…"))
        #expect((299...302).contains(page.description.unicodeScalars.count))
        #expect((59...62).contains(page.site.unicodeScalars.count))
    }
}

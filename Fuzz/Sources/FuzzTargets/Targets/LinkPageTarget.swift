import Media

extension Target {
    /// What is read of a page that a user links to.
    static let linkPage = Target(name: "link-page", seeds: { LinkPageSeeds.all }) { input in
        let page = LinkPage(html: input.bytes, charset: input.chooses(0) ? "latin1" : nil)
        for (text, most) in [
            (page.title, LinkPage.titleMax), (page.description, LinkPage.descriptionMax),
            (page.site, LinkPage.siteMax),
        ] {
            Oracle.require(
                text.unicodeScalars.count <= most + 2
                    && text.unicodeScalars.allSatisfy { scalar in
                        scalar == " "
                            || !scalar.properties.isWhitespace
                                && scalar.properties.generalCategory != .control
                                && scalar.properties.generalCategory != .format
                    }, "a text of \(text.unicodeScalars.count) characters: \(text)")
        }
        // What stands behind the body is not read.
        let body = Array("<body><title>b</title><meta property=og:title content=c>".utf8)
        let whole = LinkPage(
            html: Array("<!---->".utf8) + body + input.bytes, charset: nil)
        Oracle.require(whole.title.isEmpty, "a title behind the body")
    }
}

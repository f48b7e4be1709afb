import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";

import { addresses } from "../../Sources/Page/writing/addresses.js";
import { parsed, plain } from "../../Sources/Page/writing/marks.js";

/** @typedef {import("../../Sources/Page/writing/marks.js").Part} Part */
/** @typedef {import("../../Sources/Page/writing/marks.js").Block} Block */

/** Twice as many characters as a server takes in a message. */
const LENGTH = 8_000;
const TAGS = { bold: "b", italic: "i" };

/** A text as it is shown, with tags. @param {string} text */
function shown(text) {
  return written(parsed(text));
}

/** @param {Block[]} blocks @returns {string} */
function written(blocks) {
  return blocks.map((block) => {
    if (block.kind === "quote") return `<quote>${written(block.blocks)}</quote>`;
    return block.kind === "code" ? `<pre>${block.text}</pre>` : block.parts.map(one).join("");
  }).join("|");
}

/** @param {Part} part @returns {string} */
function one(part) {
  if (typeof part === "string") return part;
  if (part.kind === "code") return `<code>${part.text}</code>`;
  if (part.kind === "link") return `<a>${part.text}</a>`;
  return `<${TAGS[part.kind]}>${part.parts.map(one).join("")}</${TAGS[part.kind]}>`;
}

/** The addresses in a text, and what is shown of each. @param {string} text */
function found(text) {
  return addresses(text).map(({ start, end, href }) => [text.slice(start, end), href]);
}

/** The texts as they are shown. @param {Record<string, string>} vectors */
function all(vectors) {
  for (const [text, expected] of Object.entries(vectors)) {
    assert.equal(shown(text), expected, JSON.stringify(text));
  }
}

/** Nothing in these texts has a meaning. @param {string[]} texts */
function asTyped(...texts) {
  for (const text of texts) assert.equal(shown(text), text);
}

/** Exactly these addresses are found. @param {Record<string, string[]>} vectors texts, and links */
function links(vectors) {
  for (const [text, expected] of Object.entries(vectors)) {
    assert.deepEqual(found(text).map(([address]) => address), expected, JSON.stringify(text));
  }
}

test("stars and single underscores are bold and italic", () => {
  all({
    "**now**": "<b>now</b>",
    "*now* or _later_": "<i>now</i> or <i>later</i>",
    "***now***": "<b><i>now</i></b>",
    "***now** or later*": "<i><b>now</b> or later</i>",
    "***now* or later**": "<b><i>now</i> or later</b>",
    "*at **noon***": "<i>at <b>noon</b></i>",
    "**at _noon_, *here***": "<b>at <i>noon</i>, <i>here</i></b>",
    "**un**usual": "<b>un</b>usual",
    "(_here_), “*there*”.": "(<i>here</i>), “<i>there</i>”.",
    "*two\nlines*": "<i>two\nlines</i>",
    "*❤️*": "<i>❤️</i>",
    "这是*重点*内容": "这是<i>重点</i>内容",
  });
});

test("marks that end nothing, or begin nothing, are text", () => {
  asTyped(
    "2 * 3 * 4",
    "2*3*4",
    "x**2 + y**2",
    "(x)**2 + (y)**2",
    "d**n it, d**n it",
    "(a*b)*(c*d)",
    "f(*args, **kwargs)",
    "@_ana and ben_",
    "snake_case_name and __init__",
    "** a **",
    "*a",
    "a*",
    "****",
    "**a*",
    "*a**",
    "price* and more*",
    "* one\n* two",
    "*one paragraph\n\nanother*",
    "/* a */ b /* c */",
    "src/**/*.js",
    "*.*",
  );
  all({
    "*a **b*": "<i>a **b</i>",
    "2 *3 and *this*": "2 *3 and <i>this</i>",
    "_a *b_ c*": "<i>a *b</i> c*",
  });
});

test("faces stay", () => asTyped("-_- and -_-", "*_* lol *_*", "^_^ ^_^", ">_<", "¯\\_(ツ)_/¯"));

test("a backslash before a mark makes it text; elsewhere it is one", () => {
  all({
    "\\*a\\* \\_b\\_ \\`c\\`": "*a* _b_ `c`",
    "*a\\* b*": "<i>a* b</i>",
    "\\> a": "> a",
    "\\\\*a*": "\\<i>a</i>",
    "`a\\*b`": "<code>a\\*b</code>",
  });
  asTyped("C:\\new\\x", "\\\\server\\share", "C:\\> dir", "\\");
});

test("nothing in code has a meaning", () => {
  all({
    "`**a** https://example.org _b_`": "<code>**a** https://example.org _b_</code>",
    "`` a`b ``": "<code>a`b</code>",
    "*`*`*": "<i><code>*</code></i>",
    "`+49 30 1234567`": "<code>+49 30 1234567</code>",
    "```\n> *a*\n**b**\n```": "<pre>> *a*\n**b**</pre>",
    "before\n```js\nlet a;\n```\nafter": "before|<pre>let a;</pre>|after",
    "```one\ntwo```": "<pre>one\ntwo</pre>",
    "```one```": "<code>one</code>",
    "> ```\n> a\n> ```": "<quote><pre>a</pre></quote>",
  });
  asTyped("`a", "a`", "`a``", "``", "` `", "`two\nlines`", "```\nopen", "```\n```", "```\n \n```");
});

test("lines that begin with > are a quote, to a depth of three", () => {
  all({
    "> when?\n> where?\nat noon": "<quote>when?\nwhere?</quote>|at noon",
    ">when?": "<quote>when?</quote>",
    "> a\n>\n> b": "<quote>a\n\nb</quote>",
    "hi\n\n> a\n\nb": "hi|<quote>a</quote>|b",
    "> > a\n> b": "<quote><quote>a</quote>|b</quote>",
    ">>>> a": "<quote><quote><quote>> a</quote></quote></quote>",
    "> *a*": "<quote><i>a</i></quote>",
  });
  asTyped(">", "> ", ">>>", ">5 people", "a > b", "1 >\n2");
  assert.equal(
    shown(">".repeat(LENGTH) + "a"),
    `<quote><quote><quote>${">".repeat(LENGTH - 3)}a</quote></quote></quote>`,
  );
});

test("addresses of the web end where people expect", () => {
  links({
    "https://example.org": ["https://example.org"],
    "See https://example.org/a.": ["https://example.org/a"],
    "(https://example.org/a)": ["https://example.org/a"],
    "(https://example.org/a_(b))": ["https://example.org/a_(b)"],
    "https://example.org/a_(b), or": ["https://example.org/a_(b)"],
    "[here](https://example.org)!": ["https://example.org"],
    "https://example.org/?a=b&c=[1]#d...": ["https://example.org/?a=b&c=[1]#d"],
    '"https://example.org"': ["https://example.org"],
    "<https://example.org>": ["https://example.org"],
    "看https://example.org。": ["https://example.org"],
    "https://example.org/it's": ["https://example.org/it's"],
    "https://a.example/)https://b.example/": ["https://a.example/", "https://b.example/"],
    "HTTPS://EXAMPLE.ORG:8080/": ["HTTPS://EXAMPLE.ORG:8080/"],
    "http://[::1]/ http://127.0.0.1/": ["http://[::1]/", "http://127.0.0.1/"],
    "www.example.org, www.example www. xwww.a.b": ["www.example.org"],
  });
  assert.deepEqual(found("www.example.org/a"), [[
    "www.example.org/a",
    "https://www.example.org/a",
  ]]);
});

test("marks and addresses do not disturb one another", () => {
  all({
    "**https://example.org/a_b_c**": "<b><a>https://example.org/a_b_c</a></b>",
    "_https://example.org_": "<i><a>https://example.org</a></i>",
    "https://example.org/*a*/_b_/c": "<a>https://example.org/*a*/_b_/c</a>",
    "_ana@example.org_": "<i><a>ana@example.org</a></i>",
    "a_b@example.org c_d": "<a>a_b@example.org</a> c_d",
  });
});

test("no other scheme is a link, and none that shows another site than it opens", () => {
  links({
    "javascript:alert(1) data:text/html,x file:///etc ftp://example.org": [],
    "javascript://https://example.org": [],
    "https://bank.example@example.org/": [],
    "https://a:b@example.org/": [],
    "https:// https://. http:///a": [],
    "https://ｅｘample.org": [],
    "https://example。org": [],
    "https://ex\u00adample.org": [],
    "https://ex%61mple.org": [],
    "https://0x7f.1/": [],
    "https://ｂücher.example": [],
    "https://example.org\\@evil.example": ["https://example.org"],
    "https://example.org/\u202egpj.exe": [],
    "https://ex\u00ad.ample.org": [],
    "https://example.org/\u200b\n": ["https://example.org/"],
    "https://example.org/\u200e.": ["https://example.org/"],
  });
});

test("internationalised names are shown as they are", () => {
  links({
    "https://münchen.example/straße": ["https://münchen.example/straße"],
    "https://例え.テスト/": ["https://例え.テスト/"],
    "https://mu\u0308nchen.example": ["https://mu\u0308nchen.example"],
    "jörg@bücher.example": ["jörg@bücher.example"],
    "https://xn--mnchen-3ya.example": ["https://xn--mnchen-3ya.example"],
  });
});

test("addresses of mail are links", () => {
  links({
    "Write to ana.b+c@mail.example.org.": ["ana.b+c@mail.example.org"],
    "<ana@example.org>; (ben@example.org)": ["ana@example.org", "ben@example.org"],
    "mailto:ana@example.org": ["ana@example.org"],
    "@ana a@b a@b.c a@b..org .a@example.org a@-b.org a@b.123": [],
    "a@b.example@c.example": [],
    "git@example.org:path": [],
  });
  assert.deepEqual(found("100%@example.org"), [["100%@example.org", "mailto:100%25@example.org"]]);
});

test("telephone numbers are links", () => {
  assert.deepEqual(found("+49 (0)30 123456"), [["+49 (0)30 123456", "tel:+4930123456"]]);
  links({
    "Call 030 1234567.": ["030 1234567"],
    "Tel.:030 1234567, Tel:+49\u00a030\u00a01234567": ["030 1234567", "+49\u00a030\u00a01234567"],
    "(030 1234567)": ["030 1234567"],
    "(030) 1234567": ["(030) 1234567"],
    "030/1234567, 030 / 123456-7": ["030/1234567", "030 / 123456-7"],
    "01 23 45 67 89": ["01 23 45 67 89"],
    "0044 20 7946 0958": ["0044 20 7946 0958"],
    "+1-555-123-4567 or (555) 123-4567": ["+1-555-123-4567", "(555) 123-4567"],
    "555-123-4567": ["555-123-4567"],
  });
});

test("dates, prices, addresses of networks and other numbers are not", () => {
  links({
    "2026-11-30 17:00, 30.11.2026, 01.02.2026 12:00, 01/02/2026": [],
    "000000000, 0-306-40615-2, $ 0123456789": [],
    "1,0301234567 12:0301234567": [],
    "$0123456789, 0123456789 €, 1.000.000,00, 100 000 000": [],
    "01.02.2026 12 Uhr; 01.02.2026 03.02.2026": [],
    "192.168.178.100 010.000.000.001": [],
    "0.123456789 +52.520008": [],
    "1764518751 4111 1111 1111 1111": [],
    "DE89 3704 0044 0532 0130 00": [],
    "#0123456789 x0123456789 0123456789x": [],
    "+12 +0100 2026-11-30T15:45+0100 1+4930123456": [],
    "0000 0000 0000 0000 0000": [],
  });
});

test("previews have no marks, and a quote only if there is nothing else", () => {
  const vectors = {
    "**now** or *_later_*": "now or later",
    "`a*b`\n```\nc\n```": "a*b\nc",
    "> when?\nat noon": "at noon",
    "> when?": "when?",
    "2 * 3": "2 * 3",
    "": "",
  };
  for (const [text, expected] of Object.entries(vectors)) assert.equal(plain(text), expected);
});

/** A text of the longest length. @param {string} text */
const filled = (text) => text.repeat(Math.ceil(LENGTH / text.length)).slice(0, LENGTH);

/** Runs of backticks, each longer than the one before. */
const ALL_RUNS = Array.from({ length: 120 }, (_, index) => `${"`".repeat(index + 1)}a`).join("");

const HOSTILE = [
  ..."*_`[(>@+0\\\n. 😀",
  ...["*a ", "a* ", "*a* ", "*a*", "**a ", "***a ", "***a** ", "*_", "_a ", "`a", "`a``b", "\\*"],
  ...[">\n", "> ", ">a\n", ">>a\n>b\n", "```\n", "```a\n", "a```\n", "```\n\n", "\n ", "\n\t\n"],
  ...["a@", "a@b.", "_a@b.de_", "https://", "https://a.b/", "https://)", "https://x@", "www."],
  ...["www.a.b ", "https://a.b/(", "(0", "0(((((((", "+49 30 123456 ", "+1", "*_`[>\\@+0(\n"],
  ...[`0${"(".repeat(900)}`, `https://a.b/${".".repeat(900)}`, `\n${" ".repeat(900)}`, ALL_RUNS],
];

test("every text is shown with all its letters, and its parts are not nested deeply", () => {
  /** @param {(Block | Part)[]} parts @returns {number} */
  const depth = (parts) =>
    Math.max(
      0,
      ...parts.map((part) => {
        if (typeof part === "string") return 0;
        const inner = "blocks" in part ? part.blocks : "parts" in part ? part.parts : [];
        return 1 + depth(inner);
      }),
    );
  for (const text of HOSTILE.map(filled)) {
    assert.ok(depth(parsed(text)) <= 8, text.slice(0, 9));
    // The sign "0" and letters are no marks, but in the name of a code's language.
    if (text.includes("```a\n")) continue;
    const letters = (/** @type {string} */ one) => one.replace(/[^\p{L}\p{N}]/gu, "").length;
    assert.equal(letters(written(parsed(text)).replace(/<\/?[a-z]+>/g, "")), letters(text));
  }
});

/** A hostile text may take this many times as long as an ordinary one of the same length. */
const TIMES_MAX = 20;

test("a hostile text takes no more than a small multiple of an ordinary one's time", () => {
  // Of the process: others may use the machine meanwhile.
  const time = (/** @type {string} */ text) => {
    const start = process.cpuUsage();
    parsed(text);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  // The least of several times counts: the first ones are those of an interpreter.
  const least = (/** @type {string} */ text, most = 0) => {
    let found = Infinity;
    for (let round = 0; round < 20 && found > most; round++) found = Math.min(found, time(text));
    return found;
  };
  const limit = TIMES_MAX *
    least(filled("Lunch at *noon*? See https://example.org/menu, or call me. "));
  for (const text of HOSTILE.map(filled)) {
    const took = least(text, limit);
    assert.ok(took <= limit, `${JSON.stringify(text.slice(0, 12))}: ${took} µs of ${limit} µs`);
  }
});

test("any cut of a text is shown, and marks that it leaves open are text", () => {
  const text =
    "> **a _b_** `c`\n```\nd\n```\n(https://example.org/a_(b)) *e* \\*f +49 30 123456 g@h.de";
  for (let end = 0; end <= text.length; end++) {
    const blocks = parsed(text.slice(0, end));
    const words = written(blocks).replace(/<\/?[a-z]+>/g, "");
    for (const letter of text.slice(0, end).replace(/[^a-z\d]/g, "")) {
      assert.ok(words.includes(letter), text.slice(0, end));
    }
  }
});

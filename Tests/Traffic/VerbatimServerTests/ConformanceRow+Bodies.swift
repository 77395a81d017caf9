extension ConformanceRow {
    /// Bodies of every framing, and what follows them.
    static let bodies = lengths + codings + chunks + trailers

    private static let lengths =
        rows(
            from: "POST / HTTP/1.1\r\nHost: x\r\n",
            [
                ("9112 6.3", "Content-Length: 3\r\n\r\nabc", "POST http://x/ 'abc'"),
                ("9112 6.3", "content-length:3\r\n\r\nabc" + next, "POST http://x/ 'abc' + GET http://x/2"),
                ("9112 6.3", "Content-Length: 0\r\n\r\n" + next, "POST http://x/ '' + GET http://x/2"),
                ("9110 8.6", "Content-Length: 003\r\n\r\nabc", "POST http://x/ 'abc'"),
                ("9112 6.3", "\r\n" + next, "POST http://x/ + GET http://x/2"),
                ("9112 6.3", "\r\nabc", "POST http://x/ + ..."),
                ("9112 6.3", "Content-Length: 2\r\n\r\nabc", "POST http://x/ 'ab' + ..."),
                ("9112 8", "Content-Length: 4\r\n\r\nabc", "..."),
                ("9112 6.3", "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "400"),
                ("9112 6.3", "Content-Length: 3\r\ncontent-length: 4\r\n\r\nabcd", "400"),
                ("9112 5.1", "Content-Length : 3\r\n\r\nabc", "400"),
                ("9112 5.2", "Content-Length:\r\n 3\r\n\r\nabc", "400"),
                (
                    "9110 5.1", "Content_Length: 3\r\n\r\n" + next,
                    "POST http://x/ {Content_Length=3} + GET http://x/2"
                ),
                ("9112 6.3", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"),
                ("9112 6.3", "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", "400"),
                ("9112 6.3", "Transfer-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", "400"),
            ])
        + rows(
            from: "POST / HTTP/1.1\r\nHost: x\r\nContent-Length:", to: "\r\n\r\nabc",
            [
                ("9110 8.6", "", "400"), ("9110 8.6", "+3", "400"), ("9110 8.6", "-3", "400"),
                ("9110 8.6", "3 3", "400"), ("9110 8.6", "3,3", "400"), ("9110 8.6", "3, 3", "400"),
                ("9110 8.6", "3, 4", "400"), ("9110 8.6", "0x3", "400"), ("9110 8.6", "3e0", "400"),
                ("9110 8.6", "3.0", "400"), ("9110 8.6", "3;", "400"), ("9110 8.6", "abc", "400"),
                ("9110 8.6", "\u{b}3", "400"), ("9110 8.6", "3\u{0}", "400"),
                ("9110 8.6", "\u{d9}\u{a3}", "400"), ("9110 15.5.14", "101", "413"),
                ("9110 8.6", "9223372036854775808", "413"), ("9110 8.6", "18446744073709551619", "413"),
                ("9110 8.6", String(repeating: "9", count: 100), "413"),
            ])

    private static let codings =
        rows(
            from: "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:", to: "\r\n\r\n0\r\n\r\n",
            [
                ("9112 7", "chunked", "POST http://x/ ''"), ("9112 7", " CHUNKED\t", "POST http://x/ ''"),
                ("9112 6.3", "", "400"), ("9112 6.3", ",", "400"), ("9112 6.3", "identity", "400"),
                ("9112 6.3", "gzip", "400"), ("9112 6.3", "chunked, gzip", "400"),
                ("9112 6.3", "chunked, identity", "400"), ("9112 6.1", "chunked, chunked", "400"),
                ("9112 6.1", "chunked\r\nTransfer-Encoding: chunked", "400"),
                ("9112 6.3", "chunked\r\nTransfer-Encoding: gzip", "400"), ("9112 6.3", "xchunked", "400"),
                ("9112 6.3", "chunke", "400"), ("9112 6.3", "chu nked", "400"),
                ("9112 6.3", "chunked;q=1", "400"), ("9112 6.3", "\"chunked\"", "400"),
                ("9110 5.5", "\u{b}chunked", "400"), ("9110 5.5", "chunked\u{0}", "400"),
                ("9112 5.2", "x\r\n chunked", "400"), ("9112 6.1", "gzip, chunked", "501"),
                ("9112 6.1", "identity, chunked", "501"),
                ("9112 6.1", "gzip\r\nTransfer-Encoding: chunked", "501"), ("9112 6.1", ", chunked", "501"),
            ])
        + rows(
            [
                (
                    "9112 6.1",
                    "POST / HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400"
                ),
                (
                    "9112 5.1",
                    "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n", "400"
                ),
                (
                    "9110 5.1", "POST / HTTP/1.1\r\nHost: x\r\nTransfer_Encoding: chunked\r\n\r\n" + next,
                    "POST http://x/ {Transfer_Encoding=chunked} + GET http://x/2"
                ),
            ])

    private static let chunks =
        rows(
            from: "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            [
                ("9112 7.1", "0\r\n\r\n" + next, "POST http://x/ '' + GET http://x/2"),
                ("9112 7.1", "3\r\nabc\r\n0\r\n\r\n" + next, "POST http://x/ 'abc' + GET http://x/2"),
                ("9112 7.1", "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", "POST http://x/ 'abcde'"),
                ("9112 7.1", "A\r\n0123456789\r\n000\r\n\r\n", "POST http://x/ '0123456789'"),
                ("9112 7.1", "a\r\n01234\r\n678\r\n0\r\n\r\n", "POST http://x/ '01234\r\n678'"),
                ("9112 7.1", "000000000000003\r\nabc\r\n0\r\n\r\n", "POST http://x/ 'abc'"),
                ("9112 7.1", "0000000000000003\r\nabc\r\n0\r\n\r\n", "400"),
                ("9112 7.1.1", "3;a\r\nabc\r\n0;b=c\r\n\r\n", "POST http://x/ 'abc'"),
                ("9112 7.1.1", "3;a=\"b;c\"\r\nabc\r\n0\r\n\r\n", "POST http://x/ 'abc'"),
                ("9112 7.1.1", "3 ; a = b\r\nabc\r\n0\r\n\r\n", "POST http://x/ 'abc'"),
                ("9112 7.1.1", "3;a\tb\u{e9}\r\nabc\r\n0\r\n\r\n", "POST http://x/ 'abc'"),
                // Some clients pad the size.
                ("9112 7.1", "3  \r\nabc\r\n0\r\n\r\n", "POST http://x/ 'abc'"),
                ("9112 7.1", "3\r\nabc", "..."), ("9112 7.1", "3\r\nabc\r\n", "..."),
                ("9112 7.1", "0", "..."), ("9112 7.1", "0\r\n", "..."),
                ("9112 7.1", "3\nabc\r\n0\r\n\r\n", "400"), ("9112 7.1", "3\r\nabc\n0\r\n\r\n", "400"),
                ("9112 7.1", "3\r\nab\r\n0\r\n\r\n", "400"), ("9112 7.1", "3\r\nabcd\r\n0\r\n\r\n", "400"),
                ("9112 7.1", "3\r\nabc0\r\n\r\n", "400"), ("9112 7.1.1", "3;a\rb\r\nabc\r\n0\r\n\r\n", "400"),
                ("9112 7.1.1", "3;a\nb\r\nabc\r\n0\r\n\r\n", "400"),
                ("9112 7.1.1", "3;a\u{0}\r\nabc\r\n0\r\n\r\n", "400"),
                (
                    "9112 7.1.1",
                    String(repeating: "1;" + String(repeating: "e", count: 90) + "\r\na\r\n", count: 3),
                    "400"
                ),
                (
                    "9110 15.5.14",
                    "60\r\n" + String(repeating: "a", count: 96) + "\r\n5\r\nabcde\r\n0\r\n\r\n",
                    "413"
                ),
            ])
        + rows(
            from: "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n",
            to: "\r\nabc\r\n0\r\n\r\n",
            [
                ("9112 7.1", "", "400"), ("9112 7.1", " 3", "400"), ("9112 7.1", "\t3", "400"),
                ("9112 7.1", "+3", "400"), ("9112 7.1", "-3", "400"), ("9112 7.1", "0x3", "400"),
                ("9112 7.1", "3h", "400"), ("9112 7.1", "G", "400"), ("9112 7.1", "3.0", "400"),
                ("9112 7.1", "3 3", "400"), ("9112 7.1", "3,3", "400"), ("9112 7.1.1", ";a", "400"),
                ("9112 7.1", "\u{d9}\u{a3}", "400"), ("9112 7.1", "ffffffffffffffff", "400"),
                ("9112 7.1", "10000000000000003", "400"), ("9110 15.5.14", "fffffffffffffff", "413"),
                ("9110 15.5.14", "65", "413"),
            ])

    private static let trailers = rows(
        from: "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n",
        [
            ("9112 7.1.2", "A: b\r\nB:\r\n\r\n" + next, "POST http://x/ '' + GET http://x/2"),
            // No trailer field has a meaning for the framing (RFC 9110, section 6.5.1).
            ("9110 6.5.1", "Content-Length: 5\r\n\r\n" + next, "POST http://x/ '' + GET http://x/2"),
            ("9110 6.5.1", "Transfer-Encoding: gzip\r\n\r\n" + next, "POST http://x/ '' + GET http://x/2"),
            ("9110 6.5.1", "Host: y\r\n\r\n" + next, "POST http://x/ '' + GET http://x/2"),
            ("9112 7.1.2", "A: b\r\n", "..."), ("9112 5", "A\r\n\r\n", "400"),
            ("9112 5.1", "A : b\r\n\r\n", "400"), ("9112 5.2", " A: b\r\n\r\n", "400"),
            ("9112 5.2", "A: b\r\n c\r\n\r\n", "400"), ("9110 5.5", "A: \u{0}\r\n\r\n", "400"),
            ("9112 2.2", "A: b\n\r\n", "400"), ("9112 7.1.2", next, "400"),
            ("6585 5", String(repeating: "A: b\r\n", count: 50), "431"),
        ])

    /// Requests one after the other, and bytes that are no request.
    static let sequences = rows([
        ("9112 2.2", "", ""),
        ("9112 2.2", "\r\n" + next, "GET http://x/2"),
        ("9112 2.2", "\r\n\r\n\r\n" + next, "GET http://x/2"),
        ("9112 2.2", String(repeating: "\r\n", count: 200) + next, "414"),
        ("9112 9.3.2", next + "\r\n" + next + next, "GET http://x/2 + GET http://x/2 + GET http://x/2"),
        ("9112 9.3.2", next + "abc", "GET http://x/2 + ..."),
        ("9112 9.3.2", next + "abc\r\n", "GET http://x/2 + 400"),
        ("9112 9.3.2", next + "\u{0}\r\n" + next, "GET http://x/2 + 400"),
        ("9112 2.2", "\n" + next, "400"),
        ("9112 2.2", "\r" + next, "400"),
        ("9112 2.2", "GET / HTTP/1.1\nHost: x\n\n", "400"),
        ("9112 2.2", "GET / HTTP/1.1\r\nHost: x\r\n\n", "400"),
        ("9112 2.2", "\u{ef}\u{bb}\u{bf}" + next, "400"),
        ("9113 3.4", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"),
        ("8446 4", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\r\n\u{1}\u{fc}", "400"),
        ("9112 8", "GET / HTTP/1.1\r\nHost: x\r\n", "..."),
        ("9112 8", "G", "..."),
        (
            "9112 6.3", "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc" + next,
            "GET http://x/ 'abc' + GET http://x/2"
        ),
        ("9110 9.3.2", "HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" + next, "HEAD http://x/ + GET http://x/2"),
        ("9112 3.2.4", "OPTIONS * HTTP/1.1\r\nHost: x:81\r\n\r\n", "OPTIONS http://x:81"),
        ("9112 3.2.4", "OPTIONS *a HTTP/1.1\r\nHost: x\r\n\r\n", "400"),
        (
            "9110 10.1.1", "PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n",
            "100 + ..."
        ),
        (
            "9110 10.1.1",
            "PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue, a\r\nContent-Length: 1\r\n\r\n", "417"
        ),
        ("9110 10.1.1", "PUT / HTTP/1.1\r\nHost: x\r\nExpect: a\r\nContent-Length: 1\r\n\r\na", "417"),
        (
            "9110 10.1.1", "PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 101\r\n\r\n",
            "413"
        ),
        (
            "9110 10.1.1", "PUT / HTTP/1.0\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na",
            "PUT http://x/ 'a'"
        ),
    ])

    /// The status lines of the responses, and whether they close the connection.
    static let connections = rows(
        from: "GET / HTTP/1", to: next,
        [
            ("9112 9.3", ".1\r\nHost: x\r\n\r\n", "HTTP/1.1 200 OK|HTTP/1.1 200 OK"),
            (
                "9112 9.3", ".1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n",
                "HTTP/1.1 200 OK|HTTP/1.1 200 OK"
            ),
            ("9112 9.6", ".1\r\nHost: x\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 OK|Connection: close"),
            (
                "9112 9.6", ".1\r\nHost: x\r\nconnection: a, CLOSE\r\n\r\n",
                "HTTP/1.1 200 OK|Connection: close"
            ),
            (
                "9112 9.6", ".1\r\nHost: x\r\nConnection: a\r\nConnection: close\r\n\r\n",
                "HTTP/1.1 200 OK|Connection: close"
            ),
            ("9112 9.6", ".1\r\nHost: x\r\nConnection: closed\r\n\r\n", "HTTP/1.1 200 OK|HTTP/1.1 200 OK"),
            ("9112 9.3", ".0\r\n\r\n", "HTTP/1.1 200 OK|Connection: close"),
            ("9112 9.3", ".0\r\nConnection: keep-alive\r\n\r\n", "HTTP/1.1 200 OK|Connection: close"),
            ("9112 9.3", ".1\r\n\r\n", "HTTP/1.1 400 Bad Request|Connection: close"),
        ])
}

/// The characters that HTML and XML can name: those of ASCII, of Latin-1, and the Euro sign.
///
/// Names: https://html.spec.whatwg.org/multipage/named-characters.html
enum NamedCharacters {
    /// Passes on every character whose name begins at an index, with the index after the name.
    static func forEach<Units: TextUnits>(
        in units: Units, at start: Int, _ body: (_ character: UInt32, _ end: Int) -> Void
    ) {
        guard start < units.count, let bucket = bucket(of: units[start]) else { return }
        for (name, character) in buckets[bucket] {
            let end = start + name.count
            guard end <= units.count else { continue }
            if name.indices.allSatisfy({ units[start + $0] == UInt32(name[$0]) }) { body(character, end) }
        }
    }

    /// Returns the names of a character, which are not empty.
    static func names(of character: UInt32) -> [[UInt8]] {
        buckets.flatMap { $0.filter { $0.character == character }.map(\.name) }
    }

    private static func bucket(of letter: UInt32) -> Int? {
        switch letter {
        case "A"..."Z": Int(letter) - 0x41
        case "a"..."z": Int(letter) - 0x61
        default: nil
        }
    }

    /// The names, by their first letter without case.
    private static let buckets: [[(name: [UInt8], character: UInt32)]] = {
        var buckets = [[(name: [UInt8], character: UInt32)]](repeating: [], count: 26)
        for (character, names) in names {
            for name in names.split(separator: " ") {
                guard let bucket = bucket(of: UInt32(name.utf8.first ?? 0)) else { continue }
                buckets[bucket].append((Array(name.utf8), character))
            }
        }
        return buckets
    }()

    private static let names: [(UInt32, String)] =
        ascii.map { ($0.value, $1) }
        + latin1.split(separator: " ").enumerated().map { index, name in
            (UInt32(0xa0 + index), String(name))
        } + [(0x20ac, "euro")]

    private static let ascii: [(Unicode.Scalar, String)] = [
        ("\t", "Tab"), ("\n", "NewLine"), ("!", "excl"), ("\"", "quot QUOT"), ("#", "num"), ("$", "dollar"),
        ("%", "percnt"), ("&", "amp AMP"), ("'", "apos"), ("(", "lpar"), (")", "rpar"), ("*", "ast midast"),
        ("+", "plus"), (",", "comma"), (".", "period"), ("/", "sol"), (":", "colon"), (";", "semi"),
        ("<", "lt LT"), ("=", "equals"), (">", "gt GT"), ("?", "quest"), ("@", "commat"),
        ("[", "lsqb lbrack"), ("\\", "bsol"), ("]", "rsqb rbrack"), ("^", "Hat"), ("_", "lowbar UnderBar"),
        ("`", "grave DiacriticalGrave"), ("{", "lcub lbrace"), ("|", "vert verbar VerticalLine"),
        ("}", "rcub rbrace"),
    ]

    /// The names of the characters from U+00A0 to U+00FF.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr \
        deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest \
        Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml \
        ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
        agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml \
        eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
}

import Synchronization

/// Finds the code points of a Unicode property by the names in tables 67 to 69 of ECMA-262.
///
/// General categories and binary properties are those of the standard library, scripts those of
/// `UnicodeTable`. https://tc39.es/ecma262/#sec-runtime-semantics-unicodematchproperty-p
enum UnicodeProperty {
    /// The sets found so far. Testing all code points takes milliseconds.
    private static let cache = Mutex<[String: ScalarSet]>([:])

    /// Returns the set of `\p{name}` or `\p{name=value}`, or nil if there is no such property or value.
    static func scalars(_ name: String, _ value: String?) -> ScalarSet? {
        let key = value.map { "\(name)=\($0)" } ?? name
        if let cached = cache.withLock({ $0[key] }) { return cached }
        guard let set = find(name, value) else { return nil }
        cache.withLock { $0[key] = set }
        return set
    }

    private static func find(_ name: String, _ value: String?) -> ScalarSet? {
        switch (name, value) {
        case ("General_Category", let value?), ("gc", let value?): category(value)
        case ("Script", let value?), ("sc", let value?): script(value)
        case ("Script_Extensions", let value?), ("scx", let value?): scriptExtensions(value)
        case (_, nil): category(name) ?? binary(name)
        default: nil
        }
    }

    private static func category(_ name: String) -> ScalarSet? {
        guard let categories = categoriesByName[name] else { return nil }
        let wanted = Set(categories)
        var set = ScalarSet { wanted.contains($0.generalCategory) }
        if wanted.contains(.surrogate) { set.formUnion(ScalarSet([0xD800...0xDFFF])) }
        return set
    }

    /// https://www.unicode.org/reports/tr24/
    private static func script(_ name: String) -> ScalarSet? {
        if let set = UnicodeTable.scripts.scalars(named: name) { return set }
        guard name == "Unknown" || name == "Zzzz" else { return nil }
        return UnicodeTable.scripts.names.compactMap { $0.first.flatMap(UnicodeTable.scripts.scalars) }
            .reduce(into: ScalarSet()) { $0.formUnion($1) }.inverted
    }

    private static func scriptExtensions(_ name: String) -> ScalarSet? {
        guard let set = script(name) else { return nil }
        let added = UnicodeTable.scriptExtensions.scalars(named: name) ?? ScalarSet()
        let removed = UnicodeTable.scriptExtensions.scalars(named: "-" + longName(name)) ?? ScalarSet()
        return set.subtracting(removed).union(added)
    }

    private static func longName(_ name: String) -> String {
        UnicodeTable.scripts.names.first { $0.contains(name) }?.first ?? name
    }

    private static func binary(_ name: String) -> ScalarSet? {
        switch name {
        case "Any": ScalarSet.all
        case "ASCII": ScalarSet([0...0x7F])
        case "Assigned": category("Cn")?.inverted
        default:
            UnicodeTable.binaryProperties.scalars(named: name)
                ?? predicatesByName[name].map { ScalarSet(where: $0) }
        }
    }

    // MARK: Names

    typealias Category = Unicode.GeneralCategory

    /// The values of General_Category by name and alias: PropertyValueAliases.txt of the Unicode database.
    static let categoriesByName: [String: [Category]] = {
        let cased: [Category] = [.lowercaseLetter, .uppercaseLetter, .titlecaseLetter]
        let letter = cased + [.modifierLetter, .otherLetter]
        let mark: [Category] = [.nonspacingMark, .spacingMark, .enclosingMark]
        let number: [Category] = [.decimalNumber, .letterNumber, .otherNumber]
        let punctuation: [Category] = [
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation,
        ]
        let symbol: [Category] = [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
        let separator: [Category] = [.spaceSeparator, .lineSeparator, .paragraphSeparator]
        let other: [Category] = [.control, .format, .surrogate, .privateUse, .unassigned]
        let values: [(names: String, value: [Category])] = [
            ("L Letter", letter), ("LC Cased_Letter", cased), ("Lu Uppercase_Letter", [.uppercaseLetter]),
            ("Ll Lowercase_Letter", [.lowercaseLetter]), ("Lt Titlecase_Letter", [.titlecaseLetter]),
            ("Lm Modifier_Letter", [.modifierLetter]), ("Lo Other_Letter", [.otherLetter]),
            ("M Mark Combining_Mark", mark), ("Mn Nonspacing_Mark", [.nonspacingMark]),
            ("Mc Spacing_Mark", [.spacingMark]), ("Me Enclosing_Mark", [.enclosingMark]),
            ("N Number", number), ("Nd Decimal_Number digit", [.decimalNumber]),
            ("Nl Letter_Number", [.letterNumber]), ("No Other_Number", [.otherNumber]),
            ("P Punctuation punct", punctuation), ("Pc Connector_Punctuation", [.connectorPunctuation]),
            ("Pd Dash_Punctuation", [.dashPunctuation]), ("Ps Open_Punctuation", [.openPunctuation]),
            ("Pe Close_Punctuation", [.closePunctuation]), ("Pi Initial_Punctuation", [.initialPunctuation]),
            ("Pf Final_Punctuation", [.finalPunctuation]), ("Po Other_Punctuation", [.otherPunctuation]),
            ("S Symbol", symbol), ("Sm Math_Symbol", [.mathSymbol]),
            ("Sc Currency_Symbol", [.currencySymbol]),
            ("Sk Modifier_Symbol", [.modifierSymbol]), ("So Other_Symbol", [.otherSymbol]),
            ("Z Separator", separator), ("Zs Space_Separator", [.spaceSeparator]),
            ("Zl Line_Separator", [.lineSeparator]), ("Zp Paragraph_Separator", [.paragraphSeparator]),
            ("C Other", other), ("Cc Control cntrl", [.control]), ("Cf Format", [.format]),
            ("Cs Surrogate", [.surrogate]), ("Co Private_Use", [.privateUse]),
            ("Cn Unassigned", [.unassigned]),
        ]
        return byName(values)
    }()

    typealias Predicate = @Sendable (Unicode.Scalar.Properties) -> Bool

    /// Binary properties by name and alias. https://tc39.es/ecma262/#table-binary-unicode-properties
    static let predicatesByName: [String: Predicate] = byName([
        ("ASCII_Hex_Digit AHex", { $0.isASCIIHexDigit }), ("Alphabetic Alpha", { $0.isAlphabetic }),
        ("Bidi_Control Bidi_C", { $0.isBidiControl }), ("Bidi_Mirrored Bidi_M", { $0.isBidiMirrored }),
        ("Case_Ignorable CI", { $0.isCaseIgnorable }), ("Cased", { $0.isCased }),
        ("Changes_When_Casefolded CWCF", { $0.changesWhenCaseFolded }),
        ("Changes_When_Casemapped CWCM", { $0.changesWhenCaseMapped }),
        ("Changes_When_Lowercased CWL", { $0.changesWhenLowercased }),
        ("Changes_When_NFKC_Casefolded CWKCF", { $0.changesWhenNFKCCaseFolded }),
        ("Changes_When_Titlecased CWT", { $0.changesWhenTitlecased }),
        ("Changes_When_Uppercased CWU", { $0.changesWhenUppercased }), ("Dash", { $0.isDash }),
        ("Default_Ignorable_Code_Point DI", { $0.isDefaultIgnorableCodePoint }),
        ("Deprecated Dep", { $0.isDeprecated }), ("Diacritic Dia", { $0.isDiacritic }),
        ("Emoji", { $0.isEmoji }), ("Emoji_Modifier EMod", { $0.isEmojiModifier }),
        ("Emoji_Modifier_Base EBase", { $0.isEmojiModifierBase }),
        ("Emoji_Presentation EPres", { $0.isEmojiPresentation }), ("Extender Ext", { $0.isExtender }),
        ("Grapheme_Base Gr_Base", { $0.isGraphemeBase }), ("Grapheme_Extend Gr_Ext", { $0.isGraphemeExtend }),
        ("Hex_Digit Hex", { $0.isHexDigit }), ("IDS_Binary_Operator IDSB", { $0.isIDSBinaryOperator }),
        ("IDS_Trinary_Operator IDST", { $0.isIDSTrinaryOperator }), ("ID_Continue IDC", { $0.isIDContinue }),
        ("ID_Start IDS", { $0.isIDStart }), ("Ideographic Ideo", { $0.isIdeographic }),
        ("Join_Control Join_C", { $0.isJoinControl }), ("Lowercase Lower", { $0.isLowercase }),
        ("Logical_Order_Exception LOE", { $0.isLogicalOrderException }), ("Math", { $0.isMath }),
        ("Noncharacter_Code_Point NChar", { $0.isNoncharacterCodePoint }),
        ("Pattern_Syntax Pat_Syn", { $0.isPatternSyntax }),
        ("Pattern_White_Space Pat_WS", { $0.isPatternWhitespace }),
        ("Quotation_Mark QMark", { $0.isQuotationMark }), ("Radical", { $0.isRadical }),
        ("Sentence_Terminal STerm", { $0.isSentenceTerminal }), ("Soft_Dotted SD", { $0.isSoftDotted }),
        ("Terminal_Punctuation Term", { $0.isTerminalPunctuation }),
        ("Unified_Ideograph UIdeo", { $0.isUnifiedIdeograph }), ("Uppercase Upper", { $0.isUppercase }),
        ("Variation_Selector VS", { $0.isVariationSelector }), ("White_Space space", { $0.isWhitespace }),
        ("XID_Continue XIDC", { $0.isXIDContinue }), ("XID_Start XIDS", { $0.isXIDStart }),
    ])

    private static func byName<Value>(_ values: [(names: String, value: Value)]) -> [String: Value] {
        var result: [String: Value] = [:]
        for (names, value) in values {
            for name in names.split(separator: " ") { result[String(name)] = value }
        }
        return result
    }
}

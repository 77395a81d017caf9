/// The grammar that a pattern is written in.
package enum PatternGrammar: Sendable {
    /// ECMA-262 with the `u` flag. https://tc39.es/ecma262/#sec-patterns
    case unicode
    /// ECMA-262 without flags, with what other languages add to it and no pattern means otherwise.
    ///
    /// Annex B accepts escapes and brackets that mean themselves: `\-`, `[\w-.]`, `{`. Of other languages, a
    /// pattern may begin with `(?i)` or `(?s)`, and `\A`, `\Z` and `\z` are its ends. Characters are code
    /// points, and `\p{...}` and `\u{...}` mean what they do with the `u` flag. A POSIX class such as
    /// `[:alpha:]` is an error, as Annex B would read it as a set of letters.
    ///
    /// https://tc39.es/ecma262/#sec-regular-expressions-patterns
    case legacy
}

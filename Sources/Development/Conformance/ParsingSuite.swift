import Foundation
import VerbatimJSON

/// JSONTestSuite (https://github.com/nst/JSONTestSuite): files that a parser must accept (`y_`), must reject
/// (`n_`), or may treat either way (`i_`).
struct ParsingSuite: ConformanceSuite {
    /// The expected treatment of a file.
    private enum Expectation { case accepted, rejected }

    func run(in suites: URL) throws -> [SuiteResult] {
        let folder = suites.appendingPathComponent("json-parsing/test_parsing")
        var results: [Character: SuiteResult] = [
            "y": SuiteResult("json-parsing/accepted"), "n": SuiteResult("json-parsing/rejected"),
            "i": SuiteResult("json-parsing/decided"),
        ]
        for file in try files(in: folder, extension: "json") {
            guard let kind = file.lastPathComponent.first else { continue }
            results[kind]?.append(try failure(of: file, kind))
        }
        return ["y", "n", "i"].compactMap { results[$0] }
    }

    private func failure(of file: URL, _ kind: Character) throws -> String? {
        let name = file.lastPathComponent
        guard let expected = expectation(name, kind) else {
            return "\(name): no decision, see ParsingSuite.swift"
        }
        let bytes = try Data(contentsOf: file)
        do throws(JSONError) {
            let json = try JSON(parsing: bytes)
            guard expected == .accepted else { return "\(name): accepted" }
            return roundTrips(json, bytes) ? nil : "\(name): does not survive writing and parsing"
        } catch {
            return expected == .rejected ? nil : "\(name): \(error)"
        }
    }

    private func expectation(_ name: String, _ kind: Character) -> Expectation? {
        switch kind {
        case "y": .accepted
        case "n": .rejected
        default: ParsingSuite.accepted.contains(name) ? .accepted : rejection(name)
        }
    }

    private func rejection(_ name: String) -> Expectation? {
        ParsingSuite.rejected.contains(name) ? .rejected : nil
    }

    /// Returns whether the value survives parsing of its source text and of every style of writing it.
    private func roundTrips(_ json: JSON, _ bytes: Data) -> Bool {
        let value = json.value
        let texts = [json.text, value.text(.compact), value.text(.pretty), value.text(.stable)]
        return texts.allSatisfy { (try? JSON(parsing: $0))?.value == value }
    }
}

/// The decisions where RFC 8259 leaves a choice, by file, which the article ImplementationDefined explains.
extension ParsingSuite {
    /// Numbers of any size, as their text is kept, and nesting up to the limit of 512 levels.
    static let accepted: Set = [
        "i_number_double_huge_neg_exp.json", "i_number_huge_exp.json", "i_number_neg_int_huge_exp.json",
        "i_number_pos_double_huge_exp.json", "i_number_real_neg_overflow.json",
        "i_number_real_pos_overflow.json", "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
        "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
        "i_structure_500_nested_arrays.json",
    ]

    /// Lone surrogates, text that is not UTF-8, and a byte order mark.
    static let rejected: Set = [
        "i_object_key_lone_2nd_surrogate.json", "i_string_1st_surrogate_but_2nd_missing.json",
        "i_string_1st_valid_surrogate_2nd_invalid.json", "i_string_UTF-16LE_with_BOM.json",
        "i_string_UTF-8_invalid_sequence.json", "i_string_UTF8_surrogate_U+D800.json",
        "i_string_incomplete_surrogate_and_escape_valid.json", "i_string_incomplete_surrogate_pair.json",
        "i_string_incomplete_surrogates_escape_valid.json", "i_string_invalid_lonely_surrogate.json",
        "i_string_invalid_surrogate.json", "i_string_invalid_utf-8.json",
        "i_string_inverted_surrogates_U+1D11E.json", "i_string_iso_latin_1.json",
        "i_string_lone_second_surrogate.json", "i_string_lone_utf8_continuation_byte.json",
        "i_string_not_in_unicode_range.json", "i_string_overlong_sequence_2_bytes.json",
        "i_string_overlong_sequence_6_bytes.json", "i_string_overlong_sequence_6_bytes_null.json",
        "i_string_truncated-utf-8.json", "i_string_utf16BE_no_BOM.json", "i_string_utf16LE_no_BOM.json",
        "i_structure_UTF-8_BOM_empty_object.json",
    ]
}

import Foundation
import VerbatimHAR

extension ArchiveFuzzing {
    private static let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("verbatim-fuzz-\(ProcessInfo.processInfo.processIdentifier).har")

    /// A large archive is read in another way than a small one, to the same end.
    static func compareSizes(_ bytes: Data) {
        guard (try? bytes.write(to: file)) != nil else { return }
        for withHeaders in [false, true] {
            let small = read(large: .max, withHeaders)
            let large = read(large: 0, withHeaders)
            precondition(small == large, "a large archive is read otherwise")
        }
    }

    private static func read(large: Int, _ withHeaders: Bool) -> [String] {
        do throws(ArchiveError) {
            let read = try ArchiveReader.open(
                file, large: large, parts: 3, withHeaders: withHeaders, into: [String]()
            ) { $0.append("\($1)") }
            return read.parts.flatMap { $0 } + (0..<read.reader.count).map { entry($0, of: read.reader) }
        } catch {
            return [error.description]
        }
    }

    private static func entry(_ index: Int, of reader: ArchiveReader) -> String {
        do throws(ArchiveError) {
            let interaction = try reader.interaction(at: index)
            return "\(interaction.request) \(interaction.outcome) \(String(describing: interaction.location))"
        } catch {
            return error.description
        }
    }
}

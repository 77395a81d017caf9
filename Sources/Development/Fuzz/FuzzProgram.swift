import Foundation

/// Feeds arbitrary bytes to the code that reads foreign input.
///
/// `verbatim-fuzz TARGET FILE...` runs a target with files, such as those that a fuzzer found. Built with
/// `--sanitize fuzzer -Xswiftc -DFUZZING`, it is a libFuzzer program (https://llvm.org/docs/LibFuzzer.html)
/// with the arguments of libFuzzer; the environment variable `VERBATIM_FUZZ` names the target.
enum FuzzProgram {
    private static var targets: [any FuzzTarget.Type] {
        [
            ParserFuzzTarget.self, CompilerFuzzTarget.self, ValidatorFuzzTarget.self, PatternFuzzTarget.self,
            ArchiveFuzzTarget.self, ContractFuzzTarget.self, RequestFuzzTarget.self, YAMLFuzzTarget.self,
            SourceFuzzTarget.self, StreamFuzzTarget.self,
        ]
    }

    /// The target with a name. Prints the usage and exits if no target has it.
    static func target(_ name: String?) -> any FuzzTarget.Type {
        if let target = targets.first(where: { $0.name == name }) { return target }
        print("usage: verbatim-fuzz \(targets.map { $0.name }.joined(separator: "|")) FILE...")
        exit(2)
    }
}

#if FUZZING
    private let target = FuzzProgram.target(ProcessInfo.processInfo.environment["VERBATIM_FUZZ"])

    /// The entry point for libFuzzer.
    @_cdecl("LLVMFuzzerTestOneInput")
    func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        target.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
#else
    @main
    extension FuzzProgram {
        static func main() throws {
            let arguments = CommandLine.arguments.dropFirst()
            let target = target(arguments.first)
            for file in arguments.dropFirst() {
                target.run([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))))
                print("\(file): ok")
            }
            target.finish()
        }
    }
#endif

/// Code that has to withstand any bytes.
protocol FuzzTarget: SendableMetatype {
    /// The name on the command line.
    static var name: String { get }
    /// Runs the code with some bytes, and traps if an invariant is violated.
    static func run(_ bytes: [UInt8])
    /// Completes what was put off to be done for several inputs at once.
    static func finish()
}

extension FuzzTarget {
    static func finish() {}
}

extension [UInt8] {
    /// The bytes before and after the first separator.
    func split(at separator: UInt8) -> (first: [UInt8], second: [UInt8]) {
        guard let index = firstIndex(of: separator) else { return (self, []) }
        return (Array(self[..<index]), Array(self[(index + 1)...]))
    }
}

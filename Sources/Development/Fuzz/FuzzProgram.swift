import Foundation

/// Feeds bytes to what reads bytes from outside, and traps when a promise is broken.
///
/// `verbatim-fuzz JOB FILE...` runs a job on files, such as those that a fuzzer has found. Built with
/// `--sanitize fuzzer -Xswiftc -DFUZZING` it is a libFuzzer program (https://llvm.org/docs/LibFuzzer.html), whose
/// arguments are those of libFuzzer; the job stands in the environment as `VERBATIM_FUZZ`.
enum FuzzProgram {
    private static var jobs: [any FuzzJob.Type] {
        [
            ParserFuzzing.self, CompilerFuzzing.self, ValidatorFuzzing.self, PatternFuzzing.self,
            ArchiveFuzzing.self, ContractFuzzing.self, RequestFuzzing.self,
        ]
    }

    /// The job with a name; without one, ends the program with a list of them.
    static func job(_ name: String?) -> any FuzzJob.Type {
        if let job = jobs.first(where: { $0.name == name }) { return job }
        print("usage: verbatim-fuzz \(jobs.map { $0.name }.joined(separator: "|")) FILE...")
        exit(2)
    }
}

#if FUZZING
    private let running = FuzzProgram.job(ProcessInfo.processInfo.environment["VERBATIM_FUZZ"])

    /// What libFuzzer calls.
    @_cdecl("LLVMFuzzerTestOneInput")
    func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
        running.run([UInt8](UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
#else
    @main
    extension FuzzProgram {
        static func main() throws {
            let arguments = CommandLine.arguments.dropFirst()
            let job = job(arguments.first)
            for file in arguments.dropFirst() {
                job.run([UInt8](try Data(contentsOf: URL(fileURLWithPath: file))))
                print("\(file): ok")
            }
        }
    }
#endif

import Foundation

/// Prints a line at once, also where the output goes to a file.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

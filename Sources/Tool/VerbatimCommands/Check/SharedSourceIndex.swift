import Foundation
import Synchronization
import VerbatimModels

/// Where the app's models are declared: read when it is first asked for, and once for all who ask.
final class SharedSourceIndex: Sendable {
    private let folder: URL
    private let index = Mutex<SourceIndex?>(nil)

    init(of folder: URL) {
        self.folder = folder
    }

    var value: SourceIndex {
        index.withLock { index in
            let value = index ?? SourceIndex(contentsOf: folder)
            index = value
            return value
        }
    }
}

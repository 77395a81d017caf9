import AppleFoundation
import XCTest

/// A file of a test: https://developer.apple.com/documentation/xctest/xctattachment
final class XCTAttachment {
    enum Lifetime { case keepAlways, deleteOnSuccess }

    var name: String?
    var lifetime = Lifetime.deleteOnSuccess

    init(data: Data) {}
}

extension XCTestCase {
    func add(_ attachment: XCTAttachment) {}
}

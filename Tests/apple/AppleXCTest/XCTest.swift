// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the package, its tests and the clients use of Apple's XCTest, as Apple documents it:
// https://developer.apple.com/documentation/xctest
@_exported import AppleFoundation

/// https://developer.apple.com/documentation/xctest/xctestrun
open class XCTestRun: NSObject {
    public var totalFailureCount: Int { 0 }
}

/// https://developer.apple.com/documentation/xctest/xctest
///
/// Without an initializer that others see: isolated to the main actor, they may not override one of Swift,
/// as they may override `init()` of NSObject there.
open class XCTest {
    init() {}

    open var name: String { "" }
    open var testRun: XCTestRun? { nil }

    open func setUp() async throws {}
    open func setUpWithError() throws {}
    open func setUp() {}
    open func tearDown() {}
    open func tearDownWithError() throws {}
    open func tearDown() async throws {}
}

/// https://developer.apple.com/documentation/xctest/xctestcase
///
/// The class has another name because SwiftPM generates code that runs the tests of classes with this one,
/// in XCTest.
public typealias XCTestCase = AppleTestCase

open class AppleTestCase: XCTest {
    public func addTeardownBlock(_ block: @escaping @Sendable () async throws -> Void) {}

    @preconcurrency
    public func addTeardownBlock(_ block: @escaping @MainActor @Sendable () throws -> Void) {}

    /// https://developer.apple.com/documentation/xctest/xctactivity/add(_:)
    open func add(_ attachment: XCTAttachment) {}
}

extension AppleTestCase {
    /// https://developer.apple.com/documentation/xctest/xctestcase/expectation(description:)
    public func expectation(description: String) -> XCTestExpectation { XCTestExpectation() }

    /// https://developer.apple.com/documentation/xctest/xctestcase/wait(for:timeout:)
    @available(*, noasync, message: "Use await fulfillment(of:timeout:enforceOrder:) instead.")
    public func wait(for expectations: [XCTestExpectation], timeout: TimeInterval) {}
}

/// https://developer.apple.com/documentation/xctest/xctestexpectation
open class XCTestExpectation: NSObject, @unchecked Sendable {
    open func fulfill() {}
}

/// https://developer.apple.com/documentation/xctest/xctattachment
open class XCTAttachment: NSObject {
    public enum Lifetime: Int { case keepAlways, deleteOnSuccess }

    open var name: String?
    open var lifetime = Lifetime.deleteOnSuccess

    public init(data: Data) {}
}

public func XCTFail(_ message: String = "", file: StaticString = #filePath, line: UInt = #line) {}

public func XCTUnwrap<T>(
    _ expression: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) throws -> T {
    guard let value = try expression() else { throw CocoaError(.coderInvalidValue) }
    return value
}

public func XCTAssertEqual<T: Equatable>(
    _ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T,
    _ message: @autoclosure () -> String = "", file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertNil(
    _ value: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssert(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line
) {}

public func XCTAssertThrowsError<T>(
    _ expression: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "",
    file: StaticString = #filePath, line: UInt = #line,
    _ errorHandler: (_ error: any Error) -> Void = { _ in }
) {}

public func XCTSkipUnless(
    _ expression: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String? = nil,
    file: StaticString = #filePath, line: UInt = #line
) throws {}

// What tests of the interface use, all of it on the main actor: https://developer.apple.com/documentation/xcuiautomation

@MainActor open class XCUIElement {
    open func waitForExistence(timeout: TimeInterval) -> Bool { false }
}

@MainActor open class XCUIElementQuery {
    open subscript(key: String) -> XCUIElement { XCUIElement() }
}

@MainActor open class XCUIApplication: XCUIElement {
    open var launchEnvironment: [String: String] = [:]
    open var staticTexts: XCUIElementQuery { XCUIElementQuery() }

    public override init() {}

    open func launch() {}
    open func terminate() {}
}

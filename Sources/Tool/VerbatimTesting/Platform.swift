import XCTest

extension XCTestCase {
    #if canImport(Darwin)
        /// Attaches files to the test, which Xcode keeps in its report.
        func attach(_ attachments: [RecordingAttachment]) {
            for file in attachments {
                let attachment = XCTAttachment(data: file.contents)
                attachment.name = file.name
                attachment.lifetime = .keepAlways
                add(attachment)
            }
        }
    #else
        /// Does nothing: XCTest has attachments only on Apple platforms.
        func attach(_ attachments: [RecordingAttachment]) {}
    #endif
}

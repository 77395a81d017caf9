import Foundation
import Testing

@testable import VerbatimAppClients

@Suite struct MultipartFormTests {
    @Test func `separates the parts by the boundary`() throws {
        let form = MultipartForm(
            [
                .field("name", "Ann"),
                .file("photo", Data([0, 13, 10, 255]), fileName: "a.png", contentType: "image/png"),
            ],
            boundary: "line")
        #expect(form.contentType == "multipart/form-data; boundary=line")
        let head = """
            --line\r
            Content-Disposition: form-data; name="name"\r
            \r
            Ann\r
            --line\r
            Content-Disposition: form-data; name="photo"; filename="a.png"\r
            Content-Type: image/png\r
            \r

            """
        #expect(form.encoded() == Data(head.utf8) + [0, 13, 10, 255] + Data("\r\n--line--\r\n".utf8))
    }

    @Test func `a name or a media type cannot begin a header or another part`() {
        let form = MultipartForm(
            [.file("a\"\r\nX: 1", Data(), fileName: "b\nc\rd", contentType: "text/plain\r\nY: 2")],
            boundary: "line")
        let lines = String(decoding: form.encoded(), as: UTF8.self).split(separator: "\r\n")
        #expect(
            lines == [
                "--line", "Content-Disposition: form-data; name=\"a%22%0D%0AX: 1\"; filename=\"b%0Ac%0Dd\"",
                "Content-Type: text/plainY: 2", "--line--",
            ])
    }

    @Test func `every form has its own boundary`() {
        #expect(MultipartForm().boundary != MultipartForm().boundary)
    }
}

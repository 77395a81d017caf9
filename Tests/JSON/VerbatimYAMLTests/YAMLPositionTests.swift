import Foundation
import Testing
import VerbatimJSON

@testable import VerbatimYAML

/// The positions of values, which are those in the YAML text.
@Suite struct YAMLPositionTests {
    @Test func `values have their positions in the text`() throws {
        let text = """
            # comment
            openapi: "3.1.0"
            info:
              title: >
                folded
              empty:
            tags:
            - name: é
            - { name: [x, y] }
            """
        let root = try YAMLDocument(parsing: Data(text.utf8)).root
        let positions = [
            ("", "2:1"), ("/openapi", "2:10"), ("/info", "4:3"), ("/info/title", "4:10"),
            ("/info/empty", "6:9"), ("/tags", "8:1"), ("/tags/0", "8:3"), ("/tags/0/name", "8:9"),
            ("/tags/1", "9:3"), ("/tags/1/name", "9:11"), ("/tags/1/name/1", "9:15"),
        ]
        for (pointer, position) in positions {
            let value = root[try JSONPointer(parsing: pointer)]
            #expect(value.position.description == position, "\(pointer)")
            #expect(value.pointer.description == pointer)
        }
        #expect(root["info"]["missing"].position.description == "4:3")
        #expect(root["tags"].text == #"[{"name":"é"},{"name":["x","y"]}]"#)
        #expect(root["info"].excerpt() == #"{"title":"folded\n","empty":null}"#)
    }

    @Test func `a copy has the position of its alias, its parts that of the anchor`() throws {
        let text = "a: &x\n  b: [1]\nc: *x\nd: { e: *x }\n"
        let root = try YAMLDocument(parsing: Data(text.utf8)).root
        #expect(root["c"].position.description == "3:4")
        #expect(root["c"]["b"][0].position.description == "2:7")
        #expect(root["d"]["e"].position.description == "4:9")
        #expect(root["d"]["e"]["b"].position.description == "2:6")
    }

    @Test func `the extension of a file decides how it is read`() throws {
        let text = Data("a: [1]".utf8)
        for file in ["a.yaml", "b/a.yml", "A.YAML"] {
            #expect(try TextDocument(parsing: text, file: file).root["a"][0].position.column == 5)
        }
        for file in ["a.json", "yaml", "-"] {
            let error = #expect(throws: TextDocumentError.self) {
                try TextDocument(parsing: text, file: file)
            }
            #expect(error?.description == "1:1: invalid JSON: unexpected 'a' at the start; expected a value")
        }
        let error = #expect(throws: TextDocumentError.self) {
            try TextDocument(parsing: Data("a: ]".utf8), file: "a.yaml")
        }
        #expect(error?.description == "1:4: invalid YAML: unexpected ']'; expected a value")
    }
}

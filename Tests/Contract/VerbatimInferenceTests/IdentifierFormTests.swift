import Testing

@testable import VerbatimInference

@Suite struct IdentifierFormTests {
    @Test(arguments: [
        ("957a9f7c-72ec-4946-baf4-42f00420f299", IdentifierForm.uuid), ("0", .number), ("-12", .number),
        ("000000000002", .number), ("01ARZ3NDEKTSV4RRFFQ69G5FAV", .ulid), ("2026-11-21", .date),
        ("2026-11-21T10:00:00Z", .date), ("8a03a240e4d322d42edf6d4f4654a624", .hash), ("08a3dbc5", .hash),
        ("00000000-0000-0000-0000-00000000000", .hash), ("ann%40shop.test", .email),
        ("00u1cagurdhtxqBdf4x7", .token), ("attribute_08d279361f9bcdbb", .token),
        ("PABC123", .token), ("eu-west-1", .region), ("us-gov-east-1b", .region), ("fr-par-2", .region),
        ("hello%20world", .encoded), ("group%2Fproject", .encoded), ("%3CLOGIN%3E", .redacted),
        ("ABC-123", .issue), ("JJJ-9", .issue), ("Test_Delete_a_metric_1681838831", .token),
        ("{item}", .placeholder), ("${id}", .placeholder), ("btcusd", .currencies),
        ("ETH-EUR", .currencies), ("usdc_dai", .currencies), ("7;12", .number), ("-1.5,20", .number),
        ("bot%3Credacted%3E", .redacted), ("botREDACTED-key-1", .redacted), ("[Redacted]", .redacted),
        ("ujDyIULYrzUsjAlDVWxUrc", .token), ("_acme.shop.test.", .domain), ("***", .redacted),
        ("bot{redacted}", .placeholder), ("4005-1253", .token), ("978-3-16", .token),
        ("0000-0002-1694-233X", .token),
    ])
    func `an identifier is known by its form`(_ segment: String, _ form: IdentifierForm) {
        #expect(IdentifierForm(segment) == form)
    }

    @Test(arguments: [
        "", "items", "v1", "V2", "v1.2", "v2beta1", "2.0", "1.4.16", "oauth2", "s3", "base64", "log4j",
        "iso-8859-1", "400x300", "deadbeef", "logo.png", "app.20241121.js", "jquery-3.7.1.min.js",
        "UTF-8", "ISO-8859", "A-1", "abc-1", "@self", "create_and_publish", "redacted-documents",
        "UNREDACTEDLY", "*", "ISO8601", "SHA256", "to-do-list", "en-us", "%24metadata", "Products(7)",
        "GetNavigationMenu2", "7.json", "admin.conversations.disconnectShared", "soldier", "a;b", "1.5",
        "lctvh5wm", "getCurrentUserIPOfVM", "isOnAtAll",
    ])
    func `words, versions and file names are no identifiers`(_ segment: String) {
        #expect(IdentifierForm(segment) == nil)
    }

    @Test(arguments: [
        ("4b1tfm", IdentifierForm.token), ("user-022", .token), ("API_KEY", .token),
        ("oauth2client", nil), ("items2", nil), ("http2", nil),
    ])
    func `a few letters and digits are an identifier in a collection`(
        _ segment: String, _ form: IdentifierForm?
    ) {
        #expect(IdentifierForm(segment, inCollection: true) == form)
    }
}

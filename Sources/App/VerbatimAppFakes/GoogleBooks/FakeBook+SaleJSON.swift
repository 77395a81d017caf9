import VerbatimJSON

extension FakeBook {
    var isSold: Bool { sale.kind != .notForSale }
    var isFree: Bool { sale.kind == .free }

    /// The terms of sale.
    var saleInfo: JSONObject {
        var info: JSONObject = [
            "country": "US", "saleability": .string(sale.kind.rawValue), "isEbook": .bool(isSold),
        ]
        let link =
            "https://play.google.com/store/books/details?id=\(id)&rdid=book-\(id)&rdot=1&source=gbs_api"
        if let price = sale.price {
            for name in ["listPrice", "retailPrice"] {
                info.append(name, ["amount": .decimal(price.withoutTrailingZeros), "currencyCode": "USD"])
            }
        }
        if isSold, sale.hasLink ?? true { info.append("buyLink", .string(link)) }
        info.append("offers", ifPresent: sale.offers.map(JSONValue.array))
        return info
    }

    /// The permissions to read and download.
    var accessInfo: JSONObject {
        let sample = isSold && !isFree
        let download = "http://books.google.com/books/download/\(title.asPathComponent)"
        var epub: JSONObject = ["isAvailable": .bool(isSold)]
        if sample {
            epub.append(
                "acsTokenLink", "\(download)-sample-epub.acsm?id=\(id)&format=epub&source=gbs_api")
        } else if isFree {
            epub.append("downloadLink", "\(download).epub?id=\(id)&output=epub&source=gbs_api")
        }
        return [
            "country": "US", "viewability": .string(isFree ? "ALL_PAGES" : isSold ? "PARTIAL" : "NO_PAGES"),
            "embeddable": .bool(isSold), "publicDomain": .bool(isFree),
            "textToSpeechPermission": "ALLOWED", "epub": .object(epub), "pdf": ["isAvailable": .bool(isFree)],
            "webReaderLink": "http://play.google.com/books/reader?id=\(id)&hl=&source=gbs_api",
            "accessViewStatus": .string(isFree ? "FULL_PUBLIC_DOMAIN" : isSold ? "SAMPLE" : "NONE"),
            "quoteSharingAllowed": false,
        ]
    }
}

extension FakeBook.Sale {
    /// The offers, one for sale and one for rental.
    fileprivate var offers: [JSONValue]? {
        guard let price else { return nil }
        var offers = [offer(1, price, "giftable", true)]
        if let rentalPrice {
            offers.append(offer(3, rentalPrice, "rentalDuration", ["unit": "DAY", "count": 90]))
        }
        return offers
    }

    private func offer(_ type: Int, _ price: String, _ lastName: String, _ lastValue: JSONValue) -> JSONValue
    {
        let money: JSONValue = ["amountInMicros": .decimal(price.inMicros), "currencyCode": "USD"]
        return [
            "finskyOfferType": .integer(type), "listPrice": money, "retailPrice": money, lastName: lastValue,
        ]
    }
}

extension String {
    /// `7` for `7.00`, and `2.5` for `2.50`, as the provider writes prices.
    fileprivate var withoutTrailingZeros: String {
        guard contains(".") else { return self }
        let digits = String(reversed().drop { $0 == "0" }.reversed())
        return digits.hasSuffix(".") ? String(digits.dropLast()) : digits
    }

    /// `9990000` for `9.99`.
    fileprivate var inMicros: String {
        replacing(".", with: "").drop { $0 == "0" } + "0000"
    }
}

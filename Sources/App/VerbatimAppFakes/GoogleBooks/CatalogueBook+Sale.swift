import VerbatimJSON

extension CatalogueBook.Sale {
    /// The provider's word for it.
    var name: String {
        switch self {
        case .notForSale: "NOT_FOR_SALE"
        case .free: "FREE"
        case .forSale: "FOR_SALE"
        case .forSaleAndRental: "FOR_SALE_AND_RENTAL"
        }
    }

    var price: String? {
        switch self {
        case .notForSale, .free: nil
        case .forSale(let price), .forSaleAndRental(let price, rental: _): price
        }
    }

    /// What is offered at which price; a rental is an offer of its own.
    var offers: [JSONValue]? {
        guard let price else { return nil }
        var offers = [JSONValue.object(offer(1, price, ("giftable", true)))]
        if case .forSaleAndRental(_, let rental) = self {
            offers.append(.object(offer(3, rental, ("rentalDuration", ["unit": "DAY", "count": 90]))))
        }
        return offers
    }

    private func offer(_ type: Int, _ price: String, _ last: (String, JSONValue)) -> JSONObject {
        let money: JSONValue = ["amountInMicros": .decimal(price.inMicros), "currencyCode": "USD"]
        var offer: JSONObject = ["finskyOfferType": .integer(type), "listPrice": money, "retailPrice": money]
        offer.append(last.0, last.1)
        return offer
    }
}

extension String {
    /// `7.00` as `7`, `2.50` as `2.5`: the provider writes no zeros it does not need.
    var shortened: String {
        guard contains(".") else { return self }
        let digits = String(reversed().drop { $0 == "0" }.reversed())
        return digits.hasSuffix(".") ? String(digits.dropLast()) : digits
    }

    /// `9.99` as `9990000`.
    fileprivate var inMicros: String {
        replacing(".", with: "").drop { $0 == "0" } + "0000"
    }
}

import Streams

// A pipeline that keeps the type of its failures from the first closure that throws to the loop that catches them.

nonisolated enum PriceFailure: Error, Equatable {
  case notANumber(String)
  case negative
  case unreadable
}

nonisolated struct Price: Codable, Equatable, Sendable {
  var cents: Int
}

nonisolated struct PriceDecoder: TypedTopLevelDecoder {
  func decode<T: Decodable>(_ type: T.Type, from input: String) throws(PriceFailure) -> T {
    guard let cents = Int(input) else { throw .unreadable }
    guard let price = Price(cents: cents) as? T else { throw .unreadable }
    return price
  }
}

nonisolated struct PriceEncoder: TypedTopLevelEncoder {
  func encode<T: Encodable>(_ value: T) throws(PriceFailure) -> String {
    guard let price = value as? Price else { throw .unreadable }
    return "\(price.cents)"
  }
}

@Sendable nonisolated func cents(_ text: String) throws(PriceFailure) -> Int {
  guard let number = Int(text) else { throw .notANumber(text) }
  return number
}

@Sendable nonisolated func notNegative(_ number: Int) throws(PriceFailure) -> Bool {
  guard number >= 0 else { throw .negative }
  return true
}

nonisolated func total(of texts: [String]) -> AnyPublisher<Int, PriceFailure> {
  texts.publisher
    .tryMap(cents)
    .tryFilter(notNegative)
    .tryScan(0) { (total, number) throws(PriceFailure) in total + number }
    .map { Price(cents: $0) }
    .encode(encoder: PriceEncoder())
    .decode(type: Price.self, decoder: PriceDecoder())
    .map(\.cents)
    .tryReduce(0) { (_, last) throws(PriceFailure) in last }
    .eraseToAnyPublisher()
}

nonisolated struct ShopFailure: Error, Equatable {
  var reason: PriceFailure
}

nonisolated func last(of texts: [String]) async -> Result<Int, ShopFailure> {
  let totals = Just(texts)
    .setFailureType(to: ShopFailure.self)
    .flatMap { total(of: $0).mapError { ShopFailure(reason: $0) } }
  do throws(ShopFailure) {
    var last = 0
    for try await total in totals.values { last = total }
    return .success(last)
  } catch {
    return .failure(error)
  }
}

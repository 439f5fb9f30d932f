import Streams

// Which form of `tryMap` and its kin a closure chooses: the type of the failure is checked by the compiler, in each mode.

nonisolated struct NotEven: Error, Equatable {}

@Sendable nonisolated func untyped(_ number: Int) throws -> Int { number }
@Sendable nonisolated func typed(_ number: Int) throws(NotEven) -> Int {
  guard number.isMultiple(of: 2) else { throw NotEven() }
  return number
}
@Sendable nonisolated func safe(_ number: Int) -> Int { number }

func fails<P: Publisher, E: Error>(_ publisher: P, _ type: E.Type) {
  precondition(P.Failure.self == E.self, "\(P.self) fails with \(P.Failure.self), not \(E.self)")
  print("\(P.self): \(E.self)")
}

let never = Just(1)
let known = Fail(outputType: Int.self, failure: NotEven())
let any = Fail(outputType: Int.self, failure: NotEven() as any Error)

// A publisher that cannot fail: any error, as in Combine, unless the closure says which.
fails(never.tryMap { $0 + 1 }, (any Error).self)
fails(never.tryMap { try untyped($0) }, (any Error).self)
fails(never.tryMap { try typed($0) }, (any Error).self)
fails(never.tryMap { number throws(NotEven) in try typed(number) }, NotEven.self)
fails(never.tryMap { number throws in try typed(number) }, (any Error).self)
fails(never.tryMap { if $0 > 1 { throw NotEven() } else { return $0 } }, (any Error).self)
fails(never.tryMap(untyped), (any Error).self)
fails(never.tryMap(typed), NotEven.self)
fails(never.tryMap(safe), (any Error).self)
let formOfCombine: Publishers.TryMap<Just<Int>, Int> = never.tryMap { try untyped($0) }
fails(formOfCombine, (any Error).self)

// One that fails with a type: any error, unless the closure throws that type, or nothing.
fails(known.tryMap { $0 + 1 }, NotEven.self)
fails(known.tryMap { try untyped($0) }, (any Error).self)
fails(known.tryMap { try typed($0) }, (any Error).self)
fails(known.tryMap { number throws(NotEven) in try typed(number) }, NotEven.self)
fails(known.tryMap(untyped), (any Error).self)
fails(known.tryMap(typed), NotEven.self)
let widened: Publishers.TryMap<Fail<Int, NotEven>, Int> = known.tryMap { $0 + 1 }
fails(widened, (any Error).self)

// One that fails with any error.
fails(any.tryMap { $0 + 1 }, (any Error).self)
fails(any.tryMap { try untyped($0) }, (any Error).self)
fails(any.tryMap { number throws(NotEven) in try typed(number) }, (any Error).self)
fails(any.tryMap(untyped), (any Error).self)
fails(any.tryMap(typed), (any Error).self)

// The others have the same forms.
fails(never.tryCompactMap { number throws(NotEven) in try typed(number) }, NotEven.self)
fails(never.tryCompactMap { try untyped($0) }, (any Error).self)
fails(never.tryScan(0) { (sum, number) throws(NotEven) in try sum + typed(number) }, NotEven.self)
fails(never.tryScan(0) { try $0 + untyped($1) }, (any Error).self)
fails(never.tryFilter { number throws(NotEven) in try typed(number) > 0 }, NotEven.self)
fails(never.tryFilter { try untyped($0) > 0 }, (any Error).self)
fails(never.tryFirst { number throws(NotEven) in try typed(number) > 0 }, NotEven.self)
fails(never.tryFirst(where: { try untyped($0) > 0 }), (any Error).self)
fails(never.tryLast { number throws(NotEven) in try typed(number) > 0 }, NotEven.self)
fails(never.tryLast(where: { try untyped($0) > 0 }), (any Error).self)
fails(never.tryDrop { number throws(NotEven) in try typed(number) > 0 }, NotEven.self)
fails(never.tryDrop(while: { try untyped($0) > 0 }), (any Error).self)
fails(never.tryPrefix { number throws(NotEven) in try typed(number) > 0 }, NotEven.self)
fails(never.tryPrefix(while: { try untyped($0) > 0 }), (any Error).self)
fails(never.tryRemoveDuplicates { (old, new) throws(NotEven) in try typed(old) == new }, NotEven.self)
fails(never.tryRemoveDuplicates { try untyped($0) == $1 }, (any Error).self)
fails(never.tryReduce(0) { (sum, number) throws(NotEven) in try sum + typed(number) }, NotEven.self)
fails(never.tryReduce(0) { try $0 + untyped($1) }, (any Error).self)
fails(never.tryAllSatisfy { number throws(NotEven) in try typed(number) > 0 }, NotEven.self)
fails(never.tryAllSatisfy { try untyped($0) > 0 }, (any Error).self)
fails(never.tryContains { number throws(NotEven) in try typed(number) > 0 }, NotEven.self)
fails(never.tryContains(where: { try untyped($0) > 0 }), (any Error).self)
fails(never.tryMax { (one, other) throws(NotEven) in try typed(one) < other }, NotEven.self)
fails(never.tryMax(by: { try untyped($0) < $1 }), (any Error).self)
fails(never.tryMin { (one, other) throws(NotEven) in try typed(one) < other }, NotEven.self)
fails(never.tryMin(by: { try untyped($0) < $1 }), (any Error).self)
fails(known.tryCatch { failure throws(NotEven) in try Just(typed(2)) }, NotEven.self)
fails(known.tryCatch { _ in try Just(untyped(2)) }, (any Error).self)
fails(known.tryCatch { _ in Just(2) }, (any Error).self)
fails(known.tryCatch { failure throws(NotEven) in known }, NotEven.self)

let outcomes = [
  await last(of: ["1", "2", "3"]), await last(of: ["1", "-2", "3"]), await last(of: ["1", "two", "3"]),
]
precondition(
  outcomes == [
    .success(6), .failure(ShopFailure(reason: .negative)), .failure(ShopFailure(reason: .notANumber("two"))),
  ])

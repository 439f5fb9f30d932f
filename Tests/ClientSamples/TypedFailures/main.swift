import Streams

// Which form of `tryMap` and its kin is chosen: any error, as in Combine, unless the context asks for the type.

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

/// The context that asks for a type of failure.
func kept<P: Publisher>(_ publisher: P) where P.Failure == NotEven { fails(publisher, NotEven.self) }

let never = Just(1)
let known = Fail(outputType: Int.self, failure: NotEven())
let any = Fail(outputType: Int.self, failure: NotEven() as any Error)

// A publisher that cannot fail.
fails(never.tryMap { $0 + 1 }, (any Error).self)
fails(never.tryMap { try untyped($0) }, (any Error).self)
fails(never.tryMap { number throws(NotEven) in try typed(number) }, (any Error).self)
fails(never.tryMap { if $0 > 1 { throw NotEven() } else { return $0 } }, (any Error).self)
fails(never.tryMap(untyped), (any Error).self)
fails(never.tryMap(typed), (any Error).self)
fails(never.tryMap(safe), (any Error).self)
kept(never.tryMap(typed))
kept(never.tryMap { number throws(NotEven) in try typed(number) })
let formOfCombine: Publishers.TryMap<Just<Int>, Int> = never.tryMap { try untyped($0) }
fails(formOfCombine, (any Error).self)

// One that fails with a type.
fails(known.tryMap { $0 + 1 }, (any Error).self)
fails(known.tryMap { try untyped($0) }, (any Error).self)
fails(known.tryMap(typed), (any Error).self)
kept(known.tryMap { $0 + 1 })
kept(known.tryMap(typed))
kept(known.tryMap { number throws(NotEven) in try typed(number) })

// One that fails with any error.
fails(any.tryMap { $0 + 1 }, (any Error).self)
fails(any.tryMap { try untyped($0) }, (any Error).self)
fails(any.tryMap { number throws(NotEven) in try typed(number) }, (any Error).self)
fails(any.tryMap(untyped), (any Error).self)
fails(any.tryMap(typed), (any Error).self)

// The others have the same forms.
kept(never.tryCompactMap { number throws(NotEven) in try typed(number) })
fails(never.tryCompactMap { try untyped($0) }, (any Error).self)
kept(never.tryScan(0) { (sum, number) throws(NotEven) in try sum + typed(number) })
fails(never.tryScan(0) { try $0 + untyped($1) }, (any Error).self)
kept(never.tryFilter { number throws(NotEven) in try typed(number) > 0 })
fails(never.tryFilter { try untyped($0) > 0 }, (any Error).self)
kept(never.tryFirst { number throws(NotEven) in try typed(number) > 0 })
fails(never.tryFirst(where: { try untyped($0) > 0 }), (any Error).self)
kept(never.tryLast { number throws(NotEven) in try typed(number) > 0 })
fails(never.tryLast(where: { try untyped($0) > 0 }), (any Error).self)
kept(never.tryDrop { number throws(NotEven) in try typed(number) > 0 })
fails(never.tryDrop(while: { try untyped($0) > 0 }), (any Error).self)
kept(never.tryPrefix { number throws(NotEven) in try typed(number) > 0 })
fails(never.tryPrefix(while: { try untyped($0) > 0 }), (any Error).self)
kept(never.tryRemoveDuplicates { (old, new) throws(NotEven) in try typed(old) == new })
fails(never.tryRemoveDuplicates { try untyped($0) == $1 }, (any Error).self)
kept(never.tryReduce(0) { (sum, number) throws(NotEven) in try sum + typed(number) })
fails(never.tryReduce(0) { try $0 + untyped($1) }, (any Error).self)
kept(never.tryAllSatisfy { number throws(NotEven) in try typed(number) > 0 })
fails(never.tryAllSatisfy { try untyped($0) > 0 }, (any Error).self)
kept(never.tryContains { number throws(NotEven) in try typed(number) > 0 })
fails(never.tryContains(where: { try untyped($0) > 0 }), (any Error).self)
kept(never.tryMax { (one, other) throws(NotEven) in try typed(one) < other })
fails(never.tryMax(by: { try untyped($0) < $1 }), (any Error).self)
kept(never.tryMin { (one, other) throws(NotEven) in try typed(one) < other })
fails(never.tryMin(by: { try untyped($0) < $1 }), (any Error).self)
kept(known.tryCatch { failure throws(NotEven) in try Just(typed(2)) })
fails(known.tryCatch { _ in try Just(untyped(2)) }, (any Error).self)
fails(known.tryCatch { _ in Just(2) }, (any Error).self)
kept(known.tryCatch { failure throws(NotEven) in known })

let outcomes = [
  await last(of: ["1", "2", "3"]), await last(of: ["1", "-2", "3"]), await last(of: ["1", "two", "3"]),
]
precondition(
  outcomes == [
    .success(6), .failure(ShopFailure(reason: .negative)), .failure(ShopFailure(reason: .notANumber("two"))),
  ])

// Chains with tuples, sums and averages, which hold the most for the type-checker to find out.

import Streams

struct Item: Sendable {
  var name = ""
  var price = 0.0
  var count = 0
}

func averages(
  ints: AnyPublisher<Int, Never>, subject: PassthroughSubject<Int, Never>, doubles: AnyPublisher<Double, Never>,
  arrays: AnyPublisher<[String], Never>, numbers: Range<Int>
) {
  _ = ints.scan((0, 0)) { ($0.0 + $1, $0.1 + 1) }.map { Double($0.0) / Double($0.1) }.sink { print($0) }
  _ = subject.reduce((0, 0)) { ($0.0 + $1, $0.1 + 1) }.map { Double($0.0) / Double($0.1) }.sink { print($0) }
  _ = numbers.publisher.scan((0, 0)) { ($0.0 + $1, $0.1 + 1) }.map { Double($0.0) / Double($0.1) }.sink { print($0) }
  _ = doubles.scan((0, 0)) { ($0.0 + $1, $0.1 + 1) }.map { $0.0 / Double($0.1) }.sink { print($0) }
  _ = doubles.reduce((0, 0)) { ($0.0 + $1, $0.1 + 1) }.map { $0.0 / Double($0.1) }
    .sink { print($0) }
}

func prices(items: AnyPublisher<Item, Never>, list: [Item]) {
  _ = items.map { $0.price * Double($0.count) }.scan(0) { $0 + $1 }.map { "Sum: \($0 * 1.19 + 0.5) €" }
    .sink { print($0) }
  _ = list.publisher.map { $0.price * Double($0.count) }.reduce(0) { $0 + $1 }.map { "Sum: \($0 * 1.19 + 0.5) €" }
    .sink { print($0) }
  _ = items.map { $0.price * Double($0.count) }.filter { $0 > 1 }.reduce(0.0, +).map { "Sum: \($0 + 1) €" }
    .sink { print($0) }
  _ = items.scan((0.0, 0)) { ($0.0 + $1.price, $0.1 + $1.count) }.map { $0.0 / Double($0.1) }.map { "Mean: \($0)" }
    .sink { print($0) }
  _ = items.map { ($0.name, $0.price * 2) }.scan(("", 0.0)) { ($1.0, $0.1 + $1.1) }.map { $0.0 + ": \($0.1 + 1)" }
    .sink { print($0) }
}

func pairs(ints: AnyPublisher<Int, Never>) {
  _ = ints.combineLatest(ints) { $0 + $1 }.map { $0 * 2 + 1 }.sink { print($0) }
  _ = ints.combineLatest(ints).map { $0 + $1 }.map { $0 * 2 + 1 }.sink { print($0) }
  _ = ints.zip(ints).map { $0 + $1 }.scan(0) { $0 + $1 }.map { $0 * 2 + 1 }.sink { print($0) }
  _ = ints.map { $0 + 1 }.zip(ints.map { $0 * 2 }).map { $0.0 + $0.1 }.map { $0 * 2 + 1 }.sink { print($0) }
  _ = ints.map { $0 + 1 }.combineLatest(ints.map { $0 * 2 }, ints) { $0 + $1 * $2 }.scan(0) { $0 + $1 }
    .sink { print($0) }
}

func products(one: AnyPublisher<Double, Never>, other: AnyPublisher<Double, Never>) {
  _ = one.zip(other).map { $0.0 * $0.1 }.map { $0 / 2 + 1 }.sink { print($0) }
  _ = one.combineLatest(other).map { $0.0 * $0.1 }.map { $0 / 2 + 1 }.sink { print($0) }
}

func failing(ints: PassthroughSubject<Int, any Error>) {
  _ = ints.map { $0 + 1 }.filter { $0 > 1 }.flatMap { Just($0).setFailureType(to: (any Error).self) }
    .scan(0) { $0 + $1 }.map { $0 + 1 }
}

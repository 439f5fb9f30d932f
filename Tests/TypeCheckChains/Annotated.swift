// The annotations of `Docs/TypeChecker.md`: without them, the compiler gives these chains up.

import Streams

func annotated(
  ints: AnyPublisher<Int, Never>, numbers: PassthroughSubject<Int, Never>, texts: PassthroughSubject<String, any Error>
) {
  _ = [1, 2, 3].publisher.scan((0, 0)) { (sum: (Int, Int), number) in (sum.0 + number, sum.1 + 1) }
    .map { Double($0.0) / Double($0.1) }.sink { print($0) }
  _ = [1, 2, 3].publisher.map { $0 * 2 + 1 }.scan((0, 0)) { (sum: (Int, Int), number) in (sum.0 + number, sum.1 + 1) }
    .map { Double($0.0) / Double($0.1) }.map { "Mean: \($0 * 2)" }.sink { print($0) }
  _ = ints.map { $0 * 2 + 1 }.reduce((0, 0)) { (sum: (Int, Int), number) in (sum.0 + number, sum.1 + 1) }
    .map { Double($0.0) / Double($0.1) }.sink { print($0) }
  _ = ints.map { $0 * 2 }.scan(0) { (sum: Int, number) in sum + number }.map { $0 * 2 }
    .scan(0) { (sum: Int, number) in sum + number }.map { $0 * 2 }.scan(0) { (sum: Int, number) in sum + number }
    .map { $0 * 2 }.scan(0) { (sum: Int, number) in sum + number }.sink { print($0) }
  _ = numbers.map { $0 * $0 + 1 }.share().map { $0 % 7 }.scan(1) { (product: Int, number) in product * number }
    .map { Double($0) / 2 }.sink { print($0) }
  _ = numbers.map { $0 + 1 }.print("numbers").handleEvents(receiveOutput: { (number: Int) in print(number + 1) })
    .map { $0 * 2 }.filter { $0 > 10 }.sink { print($0) }
  _ = numbers.prepend(1, 2).append(3).map { $0 + 1 }.collect(2).map { (pair: [Int]) in pair[0] + pair[1] }
    .map { $0 * 2 }.sink { print($0) }
  _ = [(1, 2), (3, 4)].publisher.map { (pair: (Int, Int)) in pair.0 * pair.1 + pair.0 - pair.1 }.sink { print($0) }
  _ = [1.5, 2.5].publisher.map { (celsius: Double) in celsius * 9 / 5 + 32 }.map { ($0 * 10).rounded() / 10 }
    .map { "\($0) F" }.sink { print($0) }
  _ = [1.5, 2.5].publisher.map { $0 * 2 }.reduce(0, +).map { (sum: Double) in sum * 1.2 + 3 }.map { "\($0)" }
    .sink { print($0) }
  _ = (1...10).publisher.map { $0 * $0 }.filter { $0 % 3 != 0 }.collect(3)
    .map { (numbers: [Int]) in numbers.reduce(0, +) }.scan(0, +).sink { print($0) }
  _ = ["a", "bb"].publisher.map { $0.uppercased() }.filter { $0.count > 1 }.map { $0 + "!" }.map { "<\($0)>" }
    .scan("") { (text: String, word) in text + word }.map { $0.split(separator: ",") }.map { $0.map(String.init) }
    .map { $0.joined(separator: "-") }.sink { print($0) }
  let half = texts.flatMap { Just($0) }.flatMap { Just($0) }.flatMap { Just($0) }
  _ = half.flatMap { Just($0) }.flatMap { Just($0) }.map { $0 + "!" }
}

import StreamMapping

let subject = PassthroughSubject<Int, Never>()
let subscription =
  subject
  .map { $0 * 2 }
  .flatMap { [$0, $0 + 1].publisher }
  .scan(0) { $0 + $1 }
  .compactMap { $0 > 2 ? $0 : nil }
  .sink { print($0) }
subject.send(1)
subject.send(2)

// It prints:
// 5
// 9
// 14

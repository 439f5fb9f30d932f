import StreamFiltering

let a = (1...9).publisher.filter { $0 > 2 }.removeDuplicates().dropFirst().prefix(3).first { $0 > 4 }
_ = a.sink { print($0) }
_ = (1...5).publisher.tryDrop { $0 < 3 }.last().sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
_ = PassthroughSubject<Int, Never>().prefix(untilOutputFrom: Just(1)).sink(
  receiveCompletion: { print($0) }, receiveValue: { _ in })

// It prints:
// 5
// 5
// finished

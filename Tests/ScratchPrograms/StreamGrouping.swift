import StreamGrouping

_ = [1, 1, 2, 3, 3].publisher.chunked(by: ==).sink { print($0) }
_ = (1...3).publisher.collect { $0.count < 2 }.sink { print($0) }

// It prints:
// [1, 1]
// [2]
// [3, 3]
// [1, 2]
// [3]

import StreamReducing

_ = (1...5).publisher.reduce(0) { $0 + $1 }.sink { print($0) }
_ = (1...5).publisher.collect(2).sink { print($0) }
_ = (1...5).publisher.max().sink { print($0) }

// It prints:
// 15
// [1, 2]
// [3, 4]
// [5]
// 5

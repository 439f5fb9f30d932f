import StreamCombining

_ = Just(1).merge(with: Just(2), Just(3)).sink { print($0) }
_ = Just(1).combineLatest(Just("a")) { "\($0)\($1)" }.sink { print($0) }
_ = Just(1).zip(Just(2)).sink { print($0) }
_ = Just(1).append(2, 3).prepend(Just(0)).sink { print($0) }
_ = Just(Just(7)).switchToLatest().sink { print($0) }

// It prints:
// 1
// 2
// 3
// 1a
// (1, 2)
// 0
// 1
// 2
// 3
// 7

import StreamSchedulers
import StreamTiming

_ = [1, 2].publisher.receive(on: ImmediateScheduler.shared).sink { print($0) }
let timed = Just(1).measureInterval(using: ImmediateScheduler.shared).sink { print($0.magnitude) }

// It prints:
// 1
// 2
// 0

import StreamDebugging

_ = [1].publisher.print("p").handleEvents(receiveOutput: { print("o", $0) }).breakpointOnError().sink { _ in }

// It prints:
// p: receive subscription: ([1])
// p: request unlimited
// p: receive value: (1)
// o 1
// p: receive finished

import StreamSubjects

let subject = ReplaySubject<Int, Never>(maxBufferSize: 2)
for value in 1...3 { subject.send(value) }
let c = subject.sink { print($0) }
subject.send(4)
c.cancel()

// It prints:
// 2
// 3
// 4

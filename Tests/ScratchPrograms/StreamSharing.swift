import StreamSharing

let s = PassthroughSubject<Int, Never>()
let shared = s.share()
let c = [
  shared.sink { print("a", $0) },
  shared.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).sink { print("b", $0) },
]
s.send(1)
for x in c { x.cancel() }
_ = Just(1).makeConnectable().autoconnect().sink { print($0) }

// It prints:
// a 1
// b 1
// 1

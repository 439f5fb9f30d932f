// Compiled by .ci/client-samples in Swift 5 mode: the one warning of closure parameters that are `@Sendable`.
import StreamCore
import StreamMapping

func changedAfterCapture(_ numbers: PassthroughSubject<Int, Never>) {
  var offset = 0
  let subscription = numbers.map { $0 + offset }.sink { print($0) }
  offset = 1  // expect-warning
  subscription.cancel()
}

/// A variable that is changed inside the closure alone, or that is copied into it, is not warned of.
func changedInside(_ numbers: PassthroughSubject<Int, Never>) {
  var offset = 0
  let copied = numbers.map { [offset] in $0 + offset }.sink { print($0) }
  offset = 1
  var count = 0
  let counted = numbers.sink { _ in count += 1 }
  counted.cancel()
  copied.cancel()
}

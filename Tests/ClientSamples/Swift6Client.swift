// Compiled by .ci/client-samples in Swift 6 mode: each capture that would be a race is warned of, where it stands.
import StreamCore
import StreamMapping

func sumInSwift6() -> Int {
  var calls = 0
  var total = 0
  let subscription = [1, 2, 3].publisher
    .map { (value: Int) -> Int in
      calls += 1  // expect-warning
      return value * 2
    }
    .sink { total += $0 }  // expect-warning
  subscription.cancel()
  return total + calls
}

// Compiled by .ci/client-samples in Swift 5 mode: code written for Combine captures what it likes, and hears nothing.
import StreamCore
import StreamMapping

func sumInSwift5() -> Int {
  var calls = 0
  var total = 0
  let subscription = [1, 2, 3].publisher
    .map { (value: Int) -> Int in
      calls += 1
      return value * 2
    }
    .sink { total += $0 }
  subscription.cancel()
  return total + calls
}

// Compiled by .ci/client-samples in Swift 6 mode: each capture that would be a race is warned of, where it stands, and
// so is each value that is not made to cross to another thread.
import Dispatch
import StreamCore
import StreamMapping
import StreamSchedulers
import StreamTiming

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

class Song {
  var title = ""
}

func hopInSwift6(_ songs: AnyPublisher<Song, Never>) -> AnyCancellable {
  songs.receive(on: DispatchQueue.main).sink { print($0.title) }  // expect-warning
}

func hopSendableInSwift6(_ titles: AnyPublisher<String, Never>) -> AnyCancellable {
  titles.receive(on: DispatchQueue.main).sink { print($0) }
}

func fillInSwift6(_ songs: AnyPublisher<Song?, Never>) -> AnyCancellable {
  songs.replaceNil(with: Song()).sink { print($0.title) }  // expect-warning
}

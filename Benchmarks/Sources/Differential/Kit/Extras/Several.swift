#if !PEER
  import DifferentialModel
  import Streams

  // Many streams: for five to eight `zip` and `combineLatest` have an overload each, and packs for more; `forkJoin` has
  // one pack for any number. An optimised build treats packs in its own ways, so that this run tests them as no debug
  // build does.

  func zip(_ upstream: Stream, _ s: [Stream]) -> Stream {
    switch s.count {
    case 4: upstream.zip(s[0], s[1], s[2], s[3]).map { digested($0) }.eraseToAnyPublisher()
    case 5: upstream.zip(s[0], s[1], s[2], s[3], s[4]).map { digested($0) }.eraseToAnyPublisher()
    case 6: upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5]).map { digested($0) }.eraseToAnyPublisher()
    case 7: upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { digested($0) }.eraseToAnyPublisher()
    case 8: upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map { digested($0) }.eraseToAnyPublisher()
    default:
      upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]).map { digested($0) }.eraseToAnyPublisher()
    }
  }

  func zipAndTransform(_ upstream: Stream, _ s: [Stream]) -> Stream {
    switch s.count {
    case 4: upstream.zip(s[0], s[1], s[2], s[3]) { digest([$0, $1, $2, $3, $4]) }.eraseToAnyPublisher()
    case 5: upstream.zip(s[0], s[1], s[2], s[3], s[4]) { digest([$0, $1, $2, $3, $4, $5]) }.eraseToAnyPublisher()
    case 6:
      upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5]) { digest([$0, $1, $2, $3, $4, $5, $6]) }.eraseToAnyPublisher()
    case 7:
      upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { digest([$0, $1, $2, $3, $4, $5, $6, $7]) }
        .eraseToAnyPublisher()
    case 8:
      upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) { digest([$0, $1, $2, $3, $4, $5, $6, $7, $8]) }
        .eraseToAnyPublisher()
    default:
      upstream.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]) {
        digest([$0, $1, $2, $3, $4, $5, $6, $7, $8, $9])
      }.eraseToAnyPublisher()
    }
  }

  func combineLatest(_ upstream: Stream, _ s: [Stream]) -> Stream {
    switch s.count {
    case 4: upstream.combineLatest(s[0], s[1], s[2], s[3]).map { digested($0) }.eraseToAnyPublisher()
    case 5: upstream.combineLatest(s[0], s[1], s[2], s[3], s[4]).map { digested($0) }.eraseToAnyPublisher()
    case 6: upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]).map { digested($0) }.eraseToAnyPublisher()
    case 7: upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]).map { digested($0) }.eraseToAnyPublisher()
    case 8:
      upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]).map { digested($0) }.eraseToAnyPublisher()
    default:
      upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]).map { digested($0) }
        .eraseToAnyPublisher()
    }
  }

  func combineLatestAndTransform(_ upstream: Stream, _ s: [Stream]) -> Stream {
    switch s.count {
    case 4: upstream.combineLatest(s[0], s[1], s[2], s[3]) { digest([$0, $1, $2, $3, $4]) }.eraseToAnyPublisher()
    case 5:
      upstream.combineLatest(s[0], s[1], s[2], s[3], s[4]) { digest([$0, $1, $2, $3, $4, $5]) }.eraseToAnyPublisher()
    case 6:
      upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { digest([$0, $1, $2, $3, $4, $5, $6]) }
        .eraseToAnyPublisher()
    case 7:
      upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { digest([$0, $1, $2, $3, $4, $5, $6, $7]) }
        .eraseToAnyPublisher()
    case 8:
      upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
        digest([$0, $1, $2, $3, $4, $5, $6, $7, $8])
      }.eraseToAnyPublisher()
    default:
      upstream.combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8]) {
        digest([$0, $1, $2, $3, $4, $5, $6, $7, $8, $9])
      }.eraseToAnyPublisher()
    }
  }

  func forkJoin(_ upstream: Stream, _ s: [Stream]) -> Stream {
    switch s.count {
    case 1: upstream.forkJoin(s[0]).map { digested($0) }.eraseToAnyPublisher()
    case 2: ([upstream] + s).forkJoin().map(digest).eraseToAnyPublisher()
    case 3: upstream.forkJoin(s[0], s[1], s[2]).map { digested($0) }.eraseToAnyPublisher()
    default: upstream.forkJoin(s[0], s[1], s[2], s[3]).map { digested($0) }.eraseToAnyPublisher()
    }
  }

  func digested<each Number: BinaryInteger>(_ numbers: (repeat each Number)) -> Int {
    var all: [Int] = []
    for number in repeat each numbers { all.append(Int(number)) }
    return digest(all)
  }
#endif

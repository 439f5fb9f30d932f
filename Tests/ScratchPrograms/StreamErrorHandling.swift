import StreamErrorHandling

struct E: Error {}
_ = Fail<Int, E>(error: E()).retry(2).mapError { $0 as any Error }.catch { _ in Just(3) }.assertNoFailure().sink {
  print($0)
}

// It prints:
// 3

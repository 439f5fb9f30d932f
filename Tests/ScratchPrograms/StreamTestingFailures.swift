import StreamTesting

// Without a test framework: what a helper finds can be had, printed, and else ends the program.

print([1, 2].publisher.expectsAll(timeout: 10))
print(verifyContract { Just(1) })
let failures = FailureReporter.failures { Just(1).expectsFailure(timeout: 10) }
print(failures.map(\.message))
FailureReporter.$current.withValue(.standardError) { _ = Just(2).expectsFailure(timeout: 10) }
print("goes on")
Just(3).expectsFailure(timeout: 10)
print("went on after a failure without a test to count it")

// It prints:
// [1, 2]
// []
// ["expectsFailure: expected the publisher to fail, but it finished. 1 value came: 1."]
// goes on

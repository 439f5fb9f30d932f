import StreamConcurrency

struct Broken: Error {
  let part: String
}

func double(_ number: Int) async -> Int { number * 2 }

for await value in [1, 2].publisher.values { print("value", value) }

do {
  for try await value in Fail<Int, Broken>(error: Broken(part: "wheel")).values { print("value", value) }
} catch {
  print("failed", error.part)
}

print("future", await Future { $0(.success(3)) }.value)

let (numbers, input) = AsyncStream<Int>.makeStream()
for number in 4...5 { input.yield(number) }
input.finish()
for await element in numbers.publisher.values { print("element", element) }

let task = DeferredTask { await double(3) }
for await result in task.values { print("task", result) }

// In a function that is not asynchronous, since it blocks the thread.
func waited() -> Int { Just(7).await }
print("await", waited())

// It prints:
// value 1
// value 2
// failed wheel
// future 3
// element 4
// element 5
// task 6
// await 7

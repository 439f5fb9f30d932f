import StreamTesting
import Streams

/// What operators with a timer deliver, and when, computed from what went in, and when.
///
/// Times are milliseconds. No time that a model computes may be one at which an element arrives: which of the two is
/// first is not part of a law.
struct TimedModel: Sendable {
  struct Element: Equatable, CustomStringConvertible {
    var number: Int
    var time: Int

    var description: String { "\(number) at \(time)" }
  }

  /// The result for elements, and the time of the end; `nil` for a source that goes on.
  let compute: @Sendable (_ elements: [Element], _ end: Int?) -> [Element]

  /// Elements whose next one, or the end, is further away than that.
  static func debounce(_ dueTime: Int, keepingLast: Bool = false) -> TimedModel {
    TimedModel { elements, end in
      let nexts = elements.dropFirst().map(\.time) + [end ?? .max]
      return zip(elements, nexts).enumerated().compactMap { place, pair in
        let (element, next) = pair
        if element.time + dueTime < next { return Element(number: element.number, time: element.time + dueTime) }
        guard keepingLast, place == elements.count - 1 else { return nil }
        return Element(number: element.number, time: next)
      }
    }
  }

  /// One element of each interval, at its end, even if the source has ended; an interval without elements is the last.
  static func throttle(_ interval: Int, latest: Bool) -> TimedModel {
    TimedModel { elements, _ in
      var (output, pending, due) = ([Element](), Int?.none, Int?.none)
      func pass(until time: Int) {
        while let boundary = due, boundary < time {
          if let number = pending.take() {
            output.append(Element(number: number, time: boundary))
            due = boundary + interval
          } else {
            due = nil
          }
        }
      }
      for element in elements {
        pass(until: element.time)
        due = due ?? element.time
        pending = latest ? element.number : pending ?? element.number
      }
      pass(until: .max)
      return output
    }
  }

  /// Elements that arrive an interval after the one before that passed.
  static func throttleFirst(_ interval: Int) -> TimedModel {
    TimedModel { elements, _ in
      var open = 0
      return elements.filter { element in
        guard element.time >= open else { return false }
        open = element.time + interval
        return true
      }
    }
  }

  /// The newest element at each multiple of an interval, if it is new.
  static func sample(_ interval: Int, keepingLast: Bool = false) -> TimedModel {
    TimedModel { elements, end in
      let ticks = elements.map { ($0.time / interval + 1) * interval }
      return zip(elements, zip(ticks, ticks.dropFirst() + [.max])).compactMap { element, ticks in
        ticks.0 < ticks.1 && (keepingLast || ticks.0 < end ?? .max)
          ? Element(number: element.number, time: ticks.0) : nil
      }
    }
  }

  /// Elements before the first pause that is longer than an interval; the first one is at the subscription.
  static func timeout(_ interval: Int) -> TimedModel {
    TimedModel { elements, _ in
      let gaps = zip(elements, [0] + elements.map(\.time)).map { $0.time - $1 }
      return Array(elements.prefix(gaps.firstIndex { $0 > interval } ?? elements.count))
    }
  }

  /// All elements, and -1 after each interval without one.
  static func idleHeartbeat(_ interval: Int) -> TimedModel {
    TimedModel { elements, end in
      var (output, last) = ([Element](), 0)
      func beat(until time: Int) {
        while last + interval < time {
          last += interval
          output.append(Element(number: -1, time: last))
        }
      }
      for element in elements {
        beat(until: element.time)
        output.append(element)
        last = element.time
      }
      // More than are awaited of a stream that is cut.
      beat(until: end ?? last + 10 * interval)
      return output
    }
  }

  /// Elements of a time.
  static func prefix(_ time: Int) -> TimedModel {
    TimedModel { elements, _ in elements.filter { $0.time < time } }
  }

  /// Elements after a time.
  static func dropFirst(_ time: Int) -> TimedModel {
    TimedModel { elements, _ in elements.filter { $0.time > time } }
  }
}

extension LawRelation {
  /// What comes, and when, is what a model makes of some of the elements.
  static func timed(_ model: TimedModel, of isIncluded: @escaping @Sendable (Int) -> Bool) -> LawRelation {
    LawRelation { outcome in
      let input = elements(outcome.input, outcome.inputTimes).filter { isIncluded($0.number) }
      let output = elements(outcome.output, outcome.outputTimes)
      var expected = model.compute(input, outcome.inputEndTime.map(milliseconds))
      if outcome.isCut { expected = Array(expected.prefix(output.count)) }
      return output == expected ? nil : "\(output.prefix(12)) came, not \(expected.prefix(12)), of \(input.prefix(12))."
    }
  }
}

private func elements(_ values: [LawValue], _ times: [VirtualTime]) -> [TimedModel.Element] {
  zip(values, times).map { TimedModel.Element(number: $0.number ?? -1, time: milliseconds($1)) }
}

private func milliseconds(_ time: VirtualTime) -> Int { time.sinceZero.magnitude / 1_000_000 }

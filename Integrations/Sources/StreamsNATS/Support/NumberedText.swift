extension String {
  /// The text, a dot and a number.
  ///
  /// There is such a text for each message: this takes a third of the time of an interpolation.
  func numbered(_ number: UInt64) -> String {
    var prefix = self
    return prefix.withUTF8 { prefix in
      String(unsafeUninitializedCapacity: prefix.count + 21) { buffer in
        _ = buffer.update(fromContentsOf: prefix)
        var end = prefix.count
        buffer.append(UInt8(ascii: "."), number, at: &end)
        return end
      }
    }
  }

  /// Calls `body` with the text, a dot, a number, a hyphen and another number, in a form that the C library takes,
  /// which is valid until `body` returns. No memory is allocated for it, unless it is long.
  func withNumbered<Result>(
    _ number: UInt64, _ second: UInt64, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    var prefix = self
    return prefix.withUTF8 { prefix in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: prefix.count + 43) { buffer in
        _ = buffer.update(fromContentsOf: prefix)
        var end = prefix.count
        buffer.append(UInt8(ascii: "."), number, at: &end)
        buffer.append(UInt8(ascii: "-"), second, at: &end)
        buffer[end] = 0
        return buffer.withMemoryRebound(to: CChar.self) { body(UnsafePointer($0.baseAddress.unsafelyUnwrapped)) }
      }
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  fileprivate func append(_ separator: UInt8, _ number: UInt64, at end: inout Int) {
    self[end] = separator
    var (rest, digits) = (number, 1)
    while rest > 9 { (rest, digits) = (rest / 10, digits + 1) }
    end += digits
    rest = number
    for place in 0..<digits {
      self[end - place] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
    end += 1
  }
}

extension UnsafeRawBufferPointer {
  /// The number that the bytes are in decimal; `nil` if they are none, or it is too large.
  var decimal: UInt64? {
    var number: UInt64 = 0
    for byte in self {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, carries) = product.addingReportingOverflow(UInt64(digit))
      guard !overflows, !carries else { return nil }
      number = sum
    }
    return isEmpty ? nil : number
  }
}

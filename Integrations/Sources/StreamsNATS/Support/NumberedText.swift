extension String {
  /// The text, a dot and a number; and a hyphen and another number, if there is one.
  ///
  /// There are two such texts for each message: this takes a third of the time of an interpolation.
  func numbered(_ number: UInt64, _ second: UInt64? = nil) -> String {
    var prefix = self
    return prefix.withUTF8 { prefix in
      String(unsafeUninitializedCapacity: prefix.count + 42) { buffer in
        _ = buffer.update(fromContentsOf: prefix)
        var end = prefix.count
        buffer.append(UInt8(ascii: "."), number, at: &end)
        if let second { buffer.append(UInt8(ascii: "-"), second, at: &end) }
        return end
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

internal import CNATS

/// Sets a header of a message of the library.
///
/// A string that is passed to a function of C as it is, is copied to an array before; here there are several for each
/// message.
func setHeader(_ name: StaticString, _ value: String, of handle: OpaquePointer) {
  name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) { name in
    _ = value.withCString { natsMsgHeader_Set(handle, name, $0) }
  }
}

/// As above, with a name that is made while the program runs.
func setHeader(named name: String, _ value: String, of handle: OpaquePointer) {
  name.withCString { name in
    _ = value.withCString { natsMsgHeader_Set(handle, name, $0) }
  }
}

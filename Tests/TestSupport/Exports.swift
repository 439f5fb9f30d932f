// What users of StreamTesting have too, and what it has for this package alone.
@_exported public import StreamTesting

public typealias Specimen = ContractSpecimen
public typealias Token = ReleaseToken

// The names of Apple's framework, and no others: a client's own `Action` or `ReplaySubject`, or another library's,
// stays what a file means by that name. Operators are members, and need not be named; a client with the upcoming
// feature `MemberImportVisibility` sees those of a family because one declaration that the family passes on is named
// here. The kernel has Combine's names, and one more, `ReleasingPublisher`. It is exported as a whole: operators such
// as those of `Demand` are found by no other import.

@_exported public import StreamCore

@_exported public import enum StreamCoding.Publishers
@_exported public import enum StreamCombining.Publishers
@_exported public import struct StreamConcurrency.AsyncPublisher
@_exported public import struct StreamConcurrency.AsyncThrowingPublisher
@_exported public import enum StreamCreating.Publishers
@_exported public import enum StreamDebugging.Publishers
@_exported public import enum StreamErrorHandling.Publishers
@_exported public import enum StreamFiles.Publishers
@_exported public import enum StreamFiltering.Publishers
@_exported public import enum StreamFoundationSchedulers.Publishers
@_exported public import enum StreamGrouping.Publishers
@_exported public import enum StreamLines.Publishers
@_exported public import enum StreamMapping.Publishers
@_exported public import enum StreamNotifications.Publishers
@_exported public import protocol StreamObservableProperties.ObservableObject
@_exported public import class StreamObservableProperties.ObservableObjectPublisher
@_exported public import struct StreamObservableProperties.Published
@_exported public import enum StreamProcesses.Publishers
@_exported public import enum StreamProgress.Publishers
@_exported public import enum StreamReducing.Publishers
@_exported public import enum StreamResilience.Publishers
@_exported public import struct StreamSchedulers.ImmediateScheduler
@_exported public import protocol StreamSchedulers.Scheduler
@_exported public import protocol StreamSchedulers.SchedulerTimeIntervalConvertible
@_exported public import enum StreamSharing.Publishers
@_exported public import enum StreamSubjects.Publishers
@_exported public import enum StreamSubscribing.Publishers
@_exported public import enum StreamTimers.Publishers
@_exported public import enum StreamTiming.Publishers
@_exported public import enum StreamURLSession.Publishers

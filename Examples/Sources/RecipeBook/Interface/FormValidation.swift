import Streams

extension Recipe {
  static let formValidation: Recipe = Recipe(
    "form-validation", "The button is enabled while all entries are valid.",
    source: "RecipeBook/Interface/FormValidation.swift"
  ) { print in
    // On the page:
    let name = CurrentValueSubject<String, Never>("")
    let age = CurrentValueSubject<String, Never>("")
    let hasAgreed = CurrentValueSubject<Bool, Never>(false)
    let problems = name.combineLatest(age, hasAgreed) { name, age, hasAgreed in
      [
        name.isEmpty ? "the name is missing" : nil,
        Int(age) == nil ? "the age is not a number" : nil,
        hasAgreed ? nil : "the terms are not accepted",
      ]
      .compactMap { $0 }
    }
    let form = problems.removeDuplicates().sink { problems in
      print(problems.isEmpty ? "The button is enabled." : "Disabled: \(problems.joined(separator: ", ")).")
    }
    name.send("Ada")
    name.send("Ada L.")
    age.send("36")
    hasAgreed.send(true)
    form.cancel()
    // Up to here.
  }
}

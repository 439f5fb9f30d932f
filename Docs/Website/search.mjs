// What the search finds. site.js loads this with the index, which search.swift writes; .ci/searches asks it a list of questions.

// Words that say nothing of what is sought.
const idle = new Set(`a an and are as at by can do does for from get has have how i if in into is it its let like make my need of on
  one or so some that the their them then there this to use using want what when where which while who why with without you
  your`.split(/\s+/));

// The parts of a text: "CurrentValueSubject" has three, "share(replay:)" two.
const words = (text) => text.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2").toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

// What is alike in "retry", "retries" and "retried", "test" and "testing".
const stem = (word) => {
  if (word.length < 4) return word;
  const plural = word.replace(/(ies|ied|y)$/, "i").replace(/(sses)$/, "ss").replace(/([^s])s$/, "$1");
  return plural.length < 6 ? plural.replace(/e$/, "") : plural.replace(/(ing|ed|e)$/, "").replace(/([^aeiouls])\1$/, "$1");
};

const joined = (text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");

const stems = (text) => new Set(words(text).map(stem));

// The words of a title, and what two neighbours are in one: "back pressure" is sought as "backpressure", too.
const titleStems = (text) => {
  const parts = words(text);
  return new Set([...parts, ...parts.slice(1).map((word, index) => parts[index] + word)].map(stem));
};

// The number of letters to add, drop, replace or exchange with their neighbour; more than the limit is as good as any.
const distance = (one, other, limit) => {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  let before, last, row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    [before, last, row] = [last, row, [i]];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      if (before && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    if (Math.min(...row) > limit) return limit + 1;
  }
  return row[other.length];
};

// A title without labels.
const nameOf = (page) => page.title.replace(/\(.*/, "");

// The index as it is asked: the words of each page, by the place where they stand.
export const prepare = (pages) => {
  const vocabulary = new Set();
  const learn = (set) => { for (const word of set) vocabulary.add(word); return set; };
  const prepared = pages.map((page) => ({
    page,
    base: joined(nameOf(page)),
    whole: joined(page.title),
    title: learn(titleStems(nameOf(page)).add(stem(joined(nameOf(page))))),
    labels: learn(stems(page.title.slice(nameOf(page).length))),
    names: (page.names ?? []).map((name) => ({ whole: joined(name), words: learn(stems(name)) })),
    tasks: learn(stems(page.tasks ?? "")),
    sections: (page.sections ?? []).map((section) => ({ section, title: learn(stems(section.title)), text: stems(section.text) })),
    abstract: learn(stems(page.abstract ?? "")),
    text: stems(page.text ?? ""),
  }));
  return { pages: prepared, vocabulary };
};

// A word that no page has is taken for the nearest ones that some have.
const alternatives = (word, isLast, vocabulary) => {
  const wanted = stem(word);
  if (vocabulary.has(wanted)) return [wanted];
  if (isLast && word.length > 1) {
    const begun = [...vocabulary].filter((known) => known.startsWith(word));
    if (begun.length) return [...begun, wanted];
  }
  if (word.length < 4) return [wanted];
  const limit = word.length < 8 ? 1 : 2;
  const near = [...vocabulary].map((known) => [distance(wanted, known, limit), known]).filter(([far]) => far <= limit);
  const least = Math.min(...near.map(([far]) => far));
  return [wanted, ...near.filter(([far]) => far === least).map(([, known]) => known)];
};

const missing = 50;

// How far a word is from a page's matter, the lower the better; the section that has it, if any.
const place = (entry, choices) => {
  const has = (set) => choices.some((choice) => set.has(choice));
  if (has(entry.title)) return 6;
  if (has(entry.labels) || entry.names.some((name) => has(name.words))) return 10;
  if (has(entry.tasks)) return 14;
  if (entry.sections.some((section) => has(section.title))) return 14;
  if (has(entry.abstract)) return 20;
  if (has(entry.text) || entry.sections.some((section) => has(section.text))) return 40;
  return missing;
};

// The lower, the better; null for a page that has too little of what is sought.
const rank = (entry, query) => {
  const { page } = entry;
  const { whole, tokens } = query;
  let sum = page.weight + entry.base.length / 50;
  if (entry.base === whole || entry.whole === whole) return sum;
  const named = entry.names.some((name) => name.whole === whole);
  if (named) return sum + 2;
  if (whole.length > 1 && entry.base.startsWith(whole)) return sum + 5;
  if (whole.length > 2 && entry.names.some((name) => name.whole.startsWith(whole))) sum -= 4;
  const places = tokens.map((choices) => place(entry, choices));
  const lost = places.filter((one) => one === missing).length;
  if (lost > places.length / 2) return null;
  return sum + places.reduce((total, one) => total + one, 0) / places.length;
};

// Where in a guide the words stand, unless they are its title.
const sectionOf = (entry, { tokens }) => {
  if (tokens.some((choices) => choices.some((choice) => entry.title.has(choice)))) return undefined;
  const count = (set) => tokens.filter((choices) => choices.some((choice) => set.has(choice))).length;
  const ranked = entry.sections.map((one) => [3 * count(one.title) + count(one.text), one.section]).filter(([sum]) => sum > 0)
    .sort(([one], [other]) => other - one);
  return ranked[0]?.[1];
};

// The pages for a text, the best ones first, each with the section that is meant.
export const find = ({ pages, vocabulary }, text, atMost = 20) => {
  const all = words(text);
  const telling = all.filter((word) => !idle.has(word));
  const used = telling.length ? telling : all;
  if (!used.length) return [];
  const tokens = used.map((word, index) => alternatives(word, index === used.length - 1, vocabulary));
  const query = { whole: joined(text), tokens };
  const ranked = pages.map((entry) => [rank(entry, query), entry]).filter(([sum]) => sum !== null)
    .sort(([one], [other]) => one - other).map(([, entry]) => entry);
  // Of what has one name in a module, such as forms for several types, one.
  const shown = new Set();
  const isNew = ({ page }) => shown.size < shown.add(`${page.module} ${page.title}`).size;
  return ranked.filter(isNew).slice(0, atMost).map((entry) => ({ ...entry.page, section: sectionOf(entry, query) }));
};

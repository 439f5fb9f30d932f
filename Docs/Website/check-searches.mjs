// Asks the search of a site a list of questions; fails if the page that is meant is not among the first three.
//   node Docs/Website/check-searches.mjs SITE SEARCHES
import { readFileSync } from "node:fs";
import { find, prepare } from "./search.mjs";

const [site, searches] = process.argv.slice(2);
const index = prepare(JSON.parse(readFileSync(`${site}/index/search.json`, "utf8")));
const isMeant = (page, name) => page.title === name || page.title.replace(/\(.*/, "") === name ||
  page.sections && page.path.endsWith(`/${name.toLowerCase()}/`);

let asked = 0;
const wrong = [];
for (const line of readFileSync(searches, "utf8").split("\n")) {
  const parts = line.match(/^([^#].*?) = (.*)$/);
  if (!parts) continue;
  asked += 1;
  const [, text, names] = parts;
  const found = find(index, text, 3);
  if (!found.some((page) => names.split(" or ").some((name) => isMeant(page, name)))) {
    wrong.push(`'${text}' finds ${found.map((page) => page.title).join(", ") || "nothing"}, not ${names}.`);
  }
}
console.log(wrong.length ? wrong.join("\n") : `The search answers ${asked} questions.`);
if (wrong.length) console.log("Add a name to Docs/Website/search-names.txt, or mend the ranks of Docs/Website/search.mjs.");
process.exitCode = wrong.length ? 1 : 0;

// The search of the bar. The index, which finish.swift writes, is loaded when the search is first used.
(() => {
  const base = window.baseUrl || "/";
  const query = document.getElementById("site-query");
  const list = document.getElementById("site-results");
  const shownAtMost = 20;
  let pages;
  let chosen = -1;

  const load = () => pages ??= fetch(`${base}index/search.json`).then((answer) => {
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  });

  // The words of a text, without signs: those of "share(replay:)" are "share" and "replay".
  const words = (text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

  // A guide is about "retries", and is sought by "retry".
  const stem = (word) => word.replace(/(ies|y|s)$/, "");

  // The lower, the better; null, if the page does not have all words.
  const rank = (page, wanted) => {
    const name = page.title.toLowerCase();
    const base = name.replace(/\(.*/, "");
    const joined = words(name).join("");
    const isGuide = page.headings !== undefined;
    let sum = page.weight;
    for (const word of wanted) {
      if (name === word || base === word) continue;
      if (joined.startsWith(word)) sum += 10;
      else if (isGuide && words(name).some((part) => stem(part) === stem(word))) sum += 15;
      else if (joined.includes(word)) sum += 20;
      else if (isGuide && words(page.headings).some((part) => stem(part) === stem(word))) sum += 30;
      else if (page.module.toLowerCase().includes(word)) sum += 35;
      else if (page.abstract.toLowerCase().includes(word)) sum += 40;
      else return null;
    }
    return sum + name.length / 100;
  };

  // The guide whose title has all words comes second at the latest: it says when to use what else is found.
  const withGuideInFront = (found, wanted) => {
    const has = (page) => wanted.every((word) => words(page.title).some((part) => stem(part) === stem(word)));
    const place = found.findIndex((page) => page.headings !== undefined && has(page));
    if (place > 1) found.splice(1, 0, ...found.splice(place, 1));
    return found;
  };

  const find = (all, text) => {
    const wanted = words(text);
    if (!wanted.length) return [];
    const found = all.map((page) => [rank(page, wanted), page]).filter(([sum]) => sum !== null)
      .sort(([one], [other]) => one - other).map(([, page]) => page);
    return withGuideInFront(found, wanted).slice(0, shownAtMost);
  };

  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

  const show = (found) => {
    chosen = -1;
    query.removeAttribute("aria-activedescendant");
    list.replaceChildren(...found.map((page, index) => {
      const item = document.createElement("li");
      item.id = `site-result-${index}`;
      item.role = "option";
      const link = document.createElement("a");
      link.href = base + page.path;
      link.tabIndex = -1;
      link.append(element("b", page.title), element("span", page.module));
      if (page.abstract) link.append(element("span", page.abstract));
      item.append(link);
      return item;
    }));
    if (!found.length && query.value.trim()) {
      list.append(Object.assign(element("li", "Nothing has this name."), { className: "nothing" }));
    }
    const isOpen = query.value.trim() !== "";
    list.hidden = !isOpen;
    query.setAttribute("aria-expanded", String(isOpen));
  };

  const choose = (index) => {
    const items = [...list.querySelectorAll("[role=option]")];
    if (!items.length) return;
    chosen = (index + items.length) % items.length;
    items.forEach((item, place) => item.setAttribute("aria-selected", String(place === chosen)));
    query.setAttribute("aria-activedescendant", items[chosen].id);
    items[chosen].scrollIntoView({ block: "nearest" });
  };

  const close = () => {
    list.hidden = true;
    query.setAttribute("aria-expanded", "false");
  };

  const search = async () => {
    const text = query.value;
    try {
      const found = find(await load(), text);
      if (query.value === text) show(found);
    } catch {
      pages = undefined;
      list.replaceChildren(Object.assign(element("li", "The index of the search could not be loaded."), { className: "nothing" }));
      list.hidden = false;
    }
  };

  query.addEventListener("focus", () => load().catch(() => {}));
  query.addEventListener("input", search);
  // What was typed before this file had been loaded.
  if (query.value.trim()) search();
  query.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") choose(chosen + 1);
    else if (event.key === "ArrowUp") choose(chosen - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter") list.querySelectorAll("a")[Math.max(chosen, 0)]?.click();
    else return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#site-search")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      query.focus();
    }
  });
})();

// The search of the bar. search.mjs and the index, which search.swift writes, are loaded when it is first used.
(() => {
  const base = window.baseUrl || "/";
  const query = document.getElementById("site-query");
  const list = document.getElementById("site-results");
  let search;
  let chosen = -1;

  const load = () => search ??= Promise.all([
    import(`${base}site/search.mjs`),
    fetch(`${base}index/search.json`).then((answer) => {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.json();
    }),
  ]).then(([{ prepare, find }, pages]) => {
    const index = prepare(pages);
    return (text) => find(index, text);
  });

  const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

  const show = (found) => {
    chosen = -1;
    query.removeAttribute("aria-activedescendant");
    list.replaceChildren(...found.map((page, index) => {
      const item = document.createElement("li");
      item.id = `site-result-${index}`;
      item.role = "option";
      const link = document.createElement("a");
      link.href = base + page.path + (page.section ? `#${page.section.anchor}` : "");
      link.tabIndex = -1;
      link.append(element("b", page.title), element("span", page.module));
      const said = page.section?.title ?? page.abstract;
      if (said) link.append(element("span", said));
      item.append(link);
      return item;
    }));
    if (!found.length && query.value.trim()) {
      list.append(Object.assign(element("li", "Nothing is found."), { className: "nothing" }));
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

  const answer = async () => {
    const text = query.value;
    try {
      const found = (await load())(text);
      if (query.value === text) show(found);
    } catch {
      search = undefined;
      list.replaceChildren(Object.assign(element("li", "The index of the search could not be loaded."), { className: "nothing" }));
      list.hidden = false;
    }
  };

  query.addEventListener("focus", () => load().catch(() => {}));
  query.addEventListener("input", answer);
  // What was typed before this file had been loaded.
  if (query.value.trim()) answer();
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

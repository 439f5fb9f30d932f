// The page of the inspector: asks once a second for what it shows, and draws it. Texts of the program are set as texts.
"use strict";

const SECOND = 1000;
const byId = (id) => document.getElementById(id);

// What is shown. The hash of the address has the group or the pipeline, so that it can be linked to.
const state = { group: null, pipeline: null, stage: null, search: "", verdict: "", offset: 0, open: new Set(), isPaused: false };
// What each edge had delivered when it was last seen, for its rate: by the number of its stage.
let rates = new Map();
let drawn = null;
let timer = null;
let asking = 0;

// Texts.

const whole = new Intl.NumberFormat("en");
const number = (value) => whole.format(value);
const plural = (count, one, many) => `${number(count)} ${count === 1 ? one : many}`;
const requested = (value) => value === undefined ? "∞" : number(value);
const className = (verdict) => verdict.replace(/[^a-z]+/g, "-");

function duration(seconds) {
  if (seconds === undefined) return "–";
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor(seconds % 3600 / 60)} min`;
}

function rateText(rate) {
  if (rate === undefined) return "";
  return `${rate >= 10 || rate === 0 ? number(Math.round(rate)) : rate.toFixed(1)}/s`;
}

// Elements.

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A text is only set where it is another one: screen readers tell what changes.
function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

function setHidden(target, isHidden) {
  if (target.hidden !== isHidden) target.hidden = isHidden;
}

// Brings the children of a list in line with the items. The element of an item stays the same, and keeps the focus.
function fill(list, items, keyOf, make, update) {
  const known = new Map([...list.children].map((child) => [child.dataset.key, child]));
  let next = list.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let child = known.get(key);
    known.delete(key);
    if (!child) {
      child = make(item);
      child.dataset.key = key;
    }
    update(child, item);
    if (child === next) next = next.nextElementSibling;
    else list.insertBefore(child, next);
  }
  for (const child of known.values()) child.remove();
}

// Asking.

async function ask(path, parameters) {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== "" && value !== null));
  const answer = await fetch(`${path}?${query}`, { signal: AbortSignal.timeout(20 * SECOND), cache: "no-store" });
  const body = await answer.json();
  if (answer.ok) return body;
  if (answer.status === 404) return null;
  throw new Error(body.error);
}

async function look() {
  clearTimeout(timer);
  timer = null;
  const number = ++asking;
  const { search, verdict, offset } = state;
  try {
    const pipeline = state.pipeline === null
      ? Promise.resolve(undefined) : ask("pipeline", { id: state.pipeline, open: [...state.open].join() });
    const recording = state.stage === null ? Promise.resolve(undefined) : ask("recording", { stage: state.stage });
    const groups = ask("groups", { search, verdict });
    const shown = await pipeline;
    const passed = await recording;
    // The link of a pipeline tells its group.
    if (shown && number === asking && state.group === null) state.group = shown.group;
    const pipelines = state.group === null
      ? undefined : await ask("pipelines", { group: state.group, offset, search, verdict });
    const found = await groups;
    // Something else was asked for in the meantime.
    if (number !== asking) return;
    setText(byId("problem"), "");
    showGroups(found);
    showPipelines(pipelines);
    showPipeline(shown);
    showPassed(passed);
  } catch (error) {
    if (number !== asking) return;
    const reason = error instanceof TypeError || error.name === "TimeoutError" ? "The program does not answer: has it ended?" : error.message;
    setText(byId("problem"), `${reason} What is shown is how it was last seen.`);
  }
  plan();
}

function plan() {
  if (timer === null && !state.isPaused && !document.hidden) timer = setTimeout(look, SECOND);
}

// What is selected is asked for at once, also during a pause.
function lookNow() {
  clearTimeout(timer);
  timer = null;
  look();
}

// The groups.

function showGroups(answer) {
  setHidden(byId("off"), answer.isArmed);
  const isFiltered = answer.found !== answer.total;
  setText(byId("total"), isFiltered
    ? `${number(answer.found)} of ${plural(answer.total, "pipeline", "pipelines")}` : plural(answer.total, "is alive", "are alive"));
  fill(byId("verdicts"), Object.keys(verdictNames), (kind) => kind, (kind) => {
    const button = element("button", { type: "button", class: className(kind) }, element("span", { class: "dot" }), element("span"));
    button.addEventListener("click", () => {
      state.verdict = state.verdict === kind ? "" : kind;
      state.offset = 0;
      lookNow();
    });
    return button;
  }, (button, kind) => {
    button.setAttribute("aria-pressed", state.verdict === kind);
    setText(button.lastElementChild, `${verdictNames[kind]} ${number(answer.verdicts[kind] ?? 0)}`);
  });
  fill(byId("groups"), answer.groups, (group) => group.id, (group) => {
    const link = element("a", { href: `#group=${group.id}` });
    for (const name of ["name", "about", "grew"]) link.append(element("span", { class: name }));
    link.firstElementChild.append(element("b", { class: "place" }), element("i"));
    return element("li", {}, link);
  }, (item, group) => {
    const link = item.firstElementChild;
    const [name, about, grew] = link.children;
    link.className = className(group.worst);
    mark(link, group.id === state.group);
    const line = group.line ?? "a line that is not known";
    const space = line.indexOf(" ");
    const isLine = group.line !== undefined && space > 0;
    setText(name.firstElementChild, isLine ? line.slice(0, space) : line);
    setText(name.lastElementChild, isLine ? line.slice(space) : "");
    setText(about, `${plural(group.count, "pipeline", "pipelines")}, oldest ${duration(group.oldest)} · ${kinds(group.verdicts)}`);
    setText(grew, group.growth > 0 ? `▲ ${number(group.growth)} more in ${duration(group.within)}` : "");
    setHidden(grew, !(group.growth > 0));
  });
  const more = byId("more-groups");
  setHidden(more, answer.groups.length > 0 && answer.more === 0);
  setText(more, answer.groups.length === 0
    ? (answer.total === 0 ? "No pipeline is alive that the inspector has seen." : "No pipeline matches.")
    : `and ${plural(answer.more, "line", "lines")} more: search for one.`);
  setHidden(byId("unheard-section"), answer.unheard.length === 0);
  fill(byId("unheard"), answer.unheard, ({ line }) => line, () => element("li", { class: "about" }),
    (item, { line, count }) => setText(item, `${number(count)} from ${line}`));
}

const verdictNames = {
  "runs": "runs", "waits for its source": "waits for its source", "never connected": "never connected",
  "waits for its reader": "waits for its reader", "full": "full", "ended, but retained": "ended, but retained",
};

function kinds(counts) {
  const present = Object.keys(verdictNames).filter((kind) => counts[kind]);
  if (present.length === 1) return present[0];
  return present.map((kind) => `${number(counts[kind])} ${kind}`).join(", ");
}

function mark(link, isCurrent) {
  if (isCurrent) link.setAttribute("aria-current", "true");
  else link.removeAttribute("aria-current");
}

// The pipelines of a group.

function showPipelines(answer) {
  const pipelines = answer?.pipelines ?? [];
  setText(byId("pipelines-title"), answer?.line ? `Pipelines of ${answer.line.split(" ")[0]}` : "Pipelines");
  fill(byId("pipelines"), pipelines, (pipeline) => pipeline.id, (pipeline) => {
    const link = element("a", { href: `#pipeline=${pipeline.id}` });
    for (const name of ["name", "about", "said"]) link.append(element("span", { class: name }));
    link.firstElementChild.append(element("b", { class: "place" }), element("i"));
    return element("li", {}, link);
  }, (item, pipeline) => {
    const link = item.firstElementChild;
    const [name, about, said] = link.children;
    link.className = className(pipeline.verdict.kind);
    mark(link, pipeline.id === state.pipeline);
    setText(name.firstElementChild, `#${pipeline.id} `);
    setText(name.lastElementChild, pipeline.chain.join(" → "));
    setText(about, `${number(pipeline.delivered)} of ${requested(pipeline.requested)} delivered · ${duration(pipeline.age)} old`
      + (pipeline.stages > pipeline.chain.length ? ` · ${plural(pipeline.stages, "stage", "stages")}` : ""));
    setText(said, pipeline.verdict.kind);
  });
  if (answer) state.offset = answer.offset;
  const last = state.offset + pipelines.length;
  setText(byId("range"), !answer ? "Select a line." : answer.total === 0 ? "None is alive that matches."
    : pipelines.length === answer.total ? `${plural(answer.total, "pipeline", "pipelines")}, the oldest first`
      : `${number(state.offset + 1)} to ${number(last)} of ${number(answer.total)}, the oldest first`);
  setHidden(byId("pages"), !answer || pipelines.length === answer.total);
  byId("former").disabled = state.offset === 0;
  byId("next").disabled = !answer || last >= answer.total;
}

// One pipeline.

function showPipeline(answer) {
  setHidden(byId("hint"), answer !== undefined);
  byId("graph").classList.toggle("was", answer === null);
  if (answer === undefined) {
    setHidden(byId("one"), true);
    setText(byId("title"), "No pipeline is selected");
    document.title = "Pipelines";
    return;
  }
  const isSame = drawn?.id === state.pipeline;
  if (answer === null) {
    setText(byId("title"), `Pipeline #${state.pipeline}`);
    setHidden(byId("one"), false);
    setHidden(byId("gone"), false);
    // It was never seen.
    for (const id of ["line", "verdict", "scroller", "cut", "shared", "recorded", "numbers"]) setHidden(byId(id), !isSame);
    if (!isSame) setText(byId("gone"), "There is no such pipeline, or it is no longer alive.");
    return;
  }
  for (const id of ["one", "line", "verdict", "scroller", "shared", "numbers"]) setHidden(byId(id), false);
  setHidden(byId("gone"), true);
  setText(byId("gone"), "This pipeline is no longer alive. What is shown is how it was last seen.");
  if (!isSame) rates = new Map();
  measure(answer);
  drawn = answer;
  document.title = `#${answer.id} ${answer.verdict.kind}`;
  setText(byId("title"), `Pipeline #${answer.id}, ${duration(answer.age)} old`);
  setText(byId("line"), answer.line ?? "subscribed to by a line that is not known");
  const verdict = byId("verdict");
  verdict.className = `verdict ${className(answer.verdict.kind)}`;
  if (!verdict.firstElementChild) verdict.append(element("b"), element("span"));
  setText(verdict.firstElementChild, answer.verdict.kind);
  setText(verdict.lastElementChild, answer.verdict.reason ? `: ${answer.verdict.reason}` : "");
  setHidden(byId("cut"), !answer.isCut);
  setText(byId("cut"), `Only ${answer.stages.length} of ${number(answer.total)} stages are drawn, those nearest to the end.`);
  draw(answer);
  showShared(answer);
  showRecorded(answer);
  if (byId("numbers").open) showRows(answer);
}

// Notes what each edge has delivered, and how much that is in a second.
function measure(answer) {
  const measured = new Map();
  for (const stage of answer.stages) {
    const key = stage.fold ? `${stage.fold.key}/${stage.fold.count > 1}/${stage.id}` : String(stage.id);
    const former = rates.get(key);
    let rate = former?.rate;
    const passed = former ? answer.moment - former.moment : 0;
    if (passed > 0) rate = Math.max(0, (stage.delivered - former.delivered) / passed);
    measured.set(key, { moment: answer.moment, delivered: stage.delivered, rate });
    stage.rate = rate;
  }
  rates = measured;
}

// A delivery that takes longer than a second is no usual one.
function stateOf(stage) {
  if (stage.isDelivering) return stage.silence >= 1 ? "stuck" : "busy";
  if (stage.fold?.count > 1 ? stage.fold.ended === stage.fold.count : ["finished", "failed", "cancelled"].includes(stage.state)) return "ended";
  return stage.isAsked ? "asked" : "idle";
}

const stateWords = { busy: "delivers", stuck: "delivers, and the stage below has not returned", ended: "has ended", asked: "asked for elements", idle: "asked for nothing" };

// What the subscriber at the end does.
function endWords(answer) {
  const last = answer.stages.find((stage) => stage.below === undefined);
  if (!last || answer.verdict.kind !== "waits for its reader") return answer.verdict.kind;
  return last.isDelivering ? "has not returned" : last.isAsked ? answer.verdict.kind : "asks for nothing";
}

// The graph: each stage below what delivers to it, the end at the bottom. The trunk is the first column.
const BOX = { width: 210, height: 50, line: 17, right: 70, down: 62 };

// An object is one box, however many edges lead away from it.
const boxId = (stage) => stage.object === undefined ? stage.id : `object ${stage.object}`;

function place(answer) {
  // All boxes have room for the lines of the one that has most.
  BOX.height = 50 + BOX.line * Math.max(0, ...answer.stages.map((stage) => extraLines(stage).length));
  const ids = new Map(answer.stages.map((stage) => [stage.id, boxId(stage)]));
  const above = new Map();
  for (const stage of answer.stages) {
    const below = ids.get(stage.below) ?? "end";
    if (!above.has(below)) above.set(below, []);
    above.get(below).push(stage);
  }
  const boxes = new Map([["end", { id: "end", stage: null, depth: 0, column: 0 }]]);
  const edges = [];
  let columns = 1;
  // No recursion: an inner stream may have others in it, hundreds deep. What is pushed last is placed first, so the trunk
  // keeps its column, and the other branches get the next ones in their order.
  const rest = [{ box: boxes.get("end"), isBranch: false }];
  while (rest.length > 0) {
    const { box, isBranch } = rest.pop();
    if (isBranch) box.column = columns++;
    const next = [];
    for (const stage of above.get(box.id) ?? []) {
      let from = boxes.get(boxId(stage));
      if (!from) {
        from = { id: boxId(stage), stage, depth: 0, column: box.column };
        boxes.set(from.id, from);
        next.push({ box: from, isBranch: next.length > 0 });
      }
      // Several subscriptions of one box to another are one arrow.
      const twin = edges.find((edge) => edge.from === from && edge.to === box);
      if (twin) twin.count++;
      else edges.push({ stage, from, to: box, count: 1 });
    }
    // A branch passes its column on when it has one.
    for (const item of next.reverse()) {
      if (!item.isBranch) item.box.column = box.column;
      rest.push(item);
    }
  }
  // A box is above all that it delivers to.
  for (let round = 0, isChanged = true; isChanged && round <= edges.length; round++) {
    isChanged = false;
    for (const { from, to } of edges) {
      if (from.depth > to.depth) continue;
      from.depth = to.depth + 1;
      isChanged = true;
    }
  }
  const deepest = Math.max(...[...boxes.values()].map((box) => box.depth));
  for (const box of boxes.values()) {
    box.x = 12 + box.column * (BOX.width + BOX.right);
    box.y = 12 + (deepest - box.depth) * (BOX.height + BOX.down);
  }
  return {
    boxes: [...boxes.values()], edges, width: 24 + columns * (BOX.width + BOX.right),
    height: 24 + (deepest + 1) * BOX.height + deepest * BOX.down,
  };
}

// The name of a checkpoint, without its line.
const quoted = (checkpoint) => `“${checkpoint.replace(/ \([^()]*\)$/, "")}”`;

// What a stage queues, of how much, and what waits in the queue of a subject.
function keptText(stage) {
  const kept = stage.buffered === undefined ? ""
    : `${number(stage.buffered)}${stage.capacity === undefined ? "" : ` of ${number(stage.capacity)}`} kept`;
  const waiting = stage.waitingSends > 0 ? `${number(stage.waitingSends)} ${stage.waitingSends === 1 ? "send waits" : "sends wait"}` : "";
  return [kept, waiting, stage.dropped > 0 ? `${number(stage.dropped)} dropped` : ""].filter((text) => text).join(", ");
}

// The lines of a box below its name and its thread.
function extraLines(stage) {
  const kept = keptText(stage);
  return [...kept ? kept.split(", ").map((text) => ["small", text]) : [], ...stage.lastValue === undefined ? [] : [["value", stage.lastValue]]];
}

function cutText(text, most) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

function draw(answer) {
  const graph = byId("graph");
  const focused = document.activeElement?.closest?.("#graph [data-key]")?.dataset.key;
  const { boxes, edges, width, height } = place(answer);
  graph.setAttribute("width", width);
  graph.setAttribute("height", height);
  graph.setAttribute("viewBox", `0 0 ${width} ${height}`);
  graph.setAttribute("aria-label", `Graph of pipeline ${answer.id}, from its sources to ${answer.end}`);
  graph.replaceChildren(...edges.map(wire), ...boxes.map((box) => boxOf(box, answer)), ...edges.map(countsOf));
  if (focused) graph.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
}

function wire({ stage, from, to }) {
  const [x1, y1] = [from.x + BOX.width / 2, from.y + BOX.height];
  const [x2, y2] = [to.x + BOX.width / 2, to.y];
  const bend = Math.max(24, (y2 - y1) / 2);
  // What comes from another column enters at the side of the top, so that arrows do not cover each other.
  const entry = x1 === x2 ? x2 : x2 + Math.sign(x1 - x2) * BOX.width * .3;
  const path = x1 === x2 ? `M${x1} ${y1}V${y2 - 6}` : `M${x1} ${y1}C${x1} ${y1 + bend} ${entry} ${y2 - bend} ${entry} ${y2 - 6}`;
  return svg("g", { class: `${stateOf(stage)}${stage.isInner ? " inner" : ""}` },
    svg("path", { class: "wire", d: path }), svg("path", { class: "head", d: `M${entry - 6} ${y2 - 9}h12l-6 9z` }));
}

// The first edge of a box has its counts where it leaves, further ones where they arrive.
function countsOf({ stage, from, to, count }) {
  const isFirst = stage.id === from.stage.id;
  const [x, y] = isFirst
    ? [from.x + BOX.width / 2 + 8, from.y + BOX.height + 20] : [to.x + BOX.width / 2 + 8, to.y - 30];
  const counts = `${count > 1 ? `${count} × ` : ""}${number(stage.delivered)} of ${requested(stage.requested)}`;
  const group = svg("g", { class: "counts" }, label(x, y, "", counts));
  const rate = rateText(stage.rate);
  const silence = stage.silence === undefined ? "no signal yet" : `last ${duration(stage.silence)} ago`;
  group.append(label(x, y + 16, "small", rate ? `${rate}, ${silence}` : silence));
  return group;
}

function label(x, y, kind, text) {
  const made = svg("text", { x, y, class: kind });
  made.textContent = text;
  return made;
}

function boxOf(box, answer) {
  const { stage, x, y } = box;
  if (!stage) {
    return svg("g", { class: className(answer.verdict.kind) },
      svg("rect", { x, y, width: BOX.width, height: BOX.height, rx: 25 }),
      label(x + 20, y + 22, "title", cutText(answer.end, 22)), label(x + 20, y + 39, "small", endWords(answer)));
  }
  const fold = stage.fold;
  const isFolded = fold && fold.count > 1;
  const group = svg("g", { class: `${stateOf(stage)}${stage.id === state.stage ? " chosen" : ""}` });
  if (isFolded) group.append(svg("rect", { x: x + 5, y: y + 5, width: BOX.width, height: BOX.height, rx: 6, class: "behind" }));
  group.append(svg("rect", { x, y, width: BOX.width, height: BOX.height, rx: 6 }));
  const title = isFolded ? `${number(fold.count)} × ${fold.chain.join(" → ")}` : stage.name;
  const checkpoint = stage.checkpoints.length ? quoted(stage.checkpoints[0]) : "";
  group.append(label(x + 10, y + 21, "title", cutText(title, 24)));
  const thread = stage.thread === undefined ? "" : stage.thread === "main" ? "main thread" : `thread ${stage.thread}`;
  const shared = stage.object === undefined || fold ? 0 : answer.objects[stage.object]?.others ?? 0;
  const words = isFolded
    ? `${number(fold.asked)} asked, ${number(fold.ended)} ended`
    : [checkpoint, shared ? `${plural(shared, "other", "others")} share it` : thread].filter((word) => word).join(" · ");
  // What a click on the box does. A recorded stage that can be folded has a button below the graph.
  const act = fold ? (fold.isOpen ? "fold" : "unfold") : stage.isRecorded ? "marbles" : "";
  group.append(label(x + 10, y + 39, "small", cutText(words, act ? 20 : 30)));
  const extra = extraLines(stage);
  extra.forEach(([kind, text], line) => group.append(label(x + 10, y + 39 + BOX.line * (line + 1), kind, cutText(text, 26))));
  const hover = svg("title");
  hover.textContent = [title, ...stage.checkpoints, stateWords[stateOf(stage)], thread, ...extra.map(([, text]) => text)]
    .filter((word) => word).join(", ");
  group.append(hover);
  if (act) {
    group.append(label(x + BOX.width - 10, y + 39, "act", act));
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    if (fold) group.setAttribute("aria-expanded", fold.isOpen);
    else group.setAttribute("aria-pressed", stage.id === state.stage);
    group.setAttribute("aria-label", `${title}: ${fold ? act : "what has passed"}`);
    group.dataset.key = isFolded ? fold.key : fold ? `${fold.key}/${stage.id}` : stage.id;
    const use = () => fold ? toggle(fold.key) : choose(stage.id);
    group.addEventListener("click", use);
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      use();
    });
  }
  return group;
}

function toggle(key) {
  if (!state.open.delete(key)) state.open.add(key);
  lookNow();
}

// What has passed a recorded stage.

function choose(stage) {
  state.stage = state.stage === stage ? null : stage;
  setText(byId("copied"), "");
  lookNow();
}

function showRecorded(answer) {
  const stages = answer.stages.filter((stage) => stage.isRecorded);
  setHidden(byId("recorded"), stages.length === 0);
  fill(byId("recorded"), stages, (stage) => stage.id, (stage) => {
    const button = element("button", { type: "button" });
    button.addEventListener("click", () => choose(stage.id));
    return button;
  }, (button, stage) => {
    setText(button, `What has passed ${stage.name}`);
    button.setAttribute("aria-pressed", stage.id === state.stage);
  });
}

function showPassed(answer) {
  setHidden(byId("passed"), answer === undefined);
  if (answer === undefined) return;
  setHidden(byId("passed-found"), answer === null);
  if (answer === null) {
    setText(byId("passed-about"), "This stage is not recorded any more.");
    return;
  }
  setText(byId("passed-title"), `What has passed ${answer.name}`);
  const inputs = answer.drawn < answer.inputs ? ` Only ${answer.drawn} of ${number(answer.inputs)} inputs are drawn.` : "";
  setText(byId("passed-about"), `The last ${duration(answer.duration - answer.since)}: from ${answer.since.toFixed(1)} s to `
    + `${answer.duration.toFixed(1)} s after the subscription.${inputs}`);
  const picture = byId("marbles");
  const source = `data:image/svg+xml,${encodeURIComponent(answer.marbles)}`;
  if (picture.src !== source) [picture.src, picture.alt] = [source, answer.words];
  // A text that is being selected is left as it is.
  const selection = getSelection();
  if (!selection.isCollapsed && selection.containsNode(byId("test"), true)) return;
  setText(byId("test"), answer.test ?? "The test is too long for this page. StreamInspector.test(of:) makes it.");
  byId("copy").disabled = answer.test === undefined;
}

byId("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(byId("test").textContent);
    setText(byId("copied"), "Copied.");
  } catch {
    // Browsers let only pages of this machine write there.
    getSelection().selectAllChildren(byId("test"));
    setText(byId("copied"), "The test is selected: copy it with the browser's own command.");
  }
});

// Which other pipelines have a subject, or what else is shared, of this one.
function showShared(answer) {
  const items = answer.objects.map((object, number) => ({ ...object, number }))
    .filter((object) => object.others > 0)
    .map((object) => ({ ...object, name: answer.stages.find((stage) => stage.object === object.number)?.name ?? "an object" }));
  fill(byId("shared"), items, (item) => item.number, () => element("li", {}, element("span"), element("span"), element("span")), (child, item) => {
    setText(child.children[0], `${item.name} has ${plural(item.others, "subscriber", "subscribers")} in other pipelines: `);
    fill(child.children[1], item.pipelines, (id) => id, (id) => element("a", { href: `#pipeline=${id}` }, `#${id}`), () => {});
    setText(child.children[2], item.others > item.pipelines.length ? "…" : "");
  });
}

function showRows(answer) {
  const names = new Map(answer.stages.map((stage) => [stage.id, stage.name]));
  fill(byId("rows"), answer.stages, (stage) => `${stage.id}/${stage.fold?.count ?? 0}`, () => {
    const row = element("tr", {}, element("th", { scope: "row" }));
    for (let column = 1; column < 11; column++) row.append(element("td"));
    return row;
  }, (row, stage) => {
    const isFolded = stage.fold?.count > 1;
    const name = isFolded ? `${number(stage.fold.count)} × ${stage.fold.chain.join(" → ")}` : stage.name;
    const outstanding = stage.requested === undefined ? "∞" : number(Math.max(0, stage.requested - stage.delivered));
    const texts = [
      [name, ...stage.checkpoints.map(quoted)].join(" "),
      stage.below === undefined ? answer.end : names.get(stage.below) ?? "", requested(stage.requested), number(stage.delivered),
      outstanding, rateText(stage.rate), stage.silence === undefined ? "none yet" : `${duration(stage.silence)} ago`,
      stage.thread ?? "", isFolded ? `${number(stage.fold.asked)} asked, ${number(stage.fold.ended)} ended` : stage.state,
      keptText(stage), stage.lastValue ?? "",
    ];
    texts.forEach((text, column) => setText(row.children[column], text));
  });
}

// Choosing.

function readHash() {
  const hash = new URLSearchParams(location.hash.slice(1));
  if (hash.has("pipeline")) {
    const id = Number(hash.get("pipeline"));
    if (id !== state.pipeline) {
      [state.open, state.stage] = [new Set(), null];
      // A pipeline of the list leaves the list as it is.
      const isListed = byId("pipelines").querySelector(`[data-key="${CSS.escape(String(id))}"]`) !== null;
      if (!isListed) [state.group, state.offset] = [null, 0];
    }
    state.pipeline = Number.isSafeInteger(id) ? id : null;
  } else if (hash.has("group")) {
    [state.group, state.pipeline, state.stage, state.offset] = [hash.get("group"), null, null, 0];
  }
  lookNow();
}

// Up, down, Home and End go through a list, right and left to the next list and back.
function moveIn(list, towards) {
  list.addEventListener("keydown", (event) => {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    const target = {
      ArrowDown: links[at + 1], ArrowUp: links[at - 1], Home: links[0], End: links.at(-1),
      ArrowRight: towards.right && firstOf(towards.right), ArrowLeft: towards.left && firstOf(towards.left),
    }[event.key];
    if (at < 0 || !target || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    target.focus();
  });
}

const firstOf = (id) => byId(id).querySelector("a[aria-current]") ?? byId(id).querySelector("a, [role=button]") ?? (id === "details" ? byId(id) : null);

moveIn(byId("groups"), { right: "pipelines" });
moveIn(byId("pipelines"), { left: "groups", right: "details" });
byId("details").addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft" && event.target === byId("details")) firstOf("pipelines")?.focus();
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("details").focus();
});
byId("numbers").addEventListener("toggle", () => { if (drawn) showRows(drawn); });

let typing = null;
byId("search").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => {
    const text = byId("search").value.trim();
    // A number leads to a pipeline when Enter is pressed.
    state.search = /^#\d*$/.test(text) ? "" : text;
    state.offset = 0;
    lookNow();
  }, 200);
});
byId("search").addEventListener("keydown", (event) => {
  const found = event.key === "Enter" && byId("search").value.trim().match(/^#(\d+)$/);
  if (found) location.hash = `#pipeline=${found[1]}`;
});
byId("pause").addEventListener("click", () => {
  state.isPaused = !state.isPaused;
  setText(byId("pause"), state.isPaused ? "Continue" : "Pause");
  byId("pause").setAttribute("aria-pressed", state.isPaused);
  if (state.isPaused) clearTimeout(timer), timer = null;
  else lookNow();
});
for (const [id, by] of [["former", -50], ["next", 50]]) {
  byId(id).addEventListener("click", () => {
    state.offset = Math.max(0, state.offset + by);
    byId("middle").scrollTop = 0;
    lookNow();
  });
}
addEventListener("hashchange", readHash);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) clearTimeout(timer), timer = null;
  else if (!state.isPaused) lookNow();
});
readHash();

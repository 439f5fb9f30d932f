"use strict";

const $ = (id) => document.getElementById(id);
const ends = ["|", "#"];

/** Whether this is a copy of the page whose results were computed beforehand, without a server. */
const isComputed = document.documentElement.hasAttribute("data-computed");

let items = new Map();
let links = new Map();

/** What is on the screen, and all that a link carries. */
let state = null;
/** The marbles of each timeline, as they were when their text was last right. */
let tracks = new Map();
let rows = new Map();
let answer = null;
let selected = null;
let dragging = null;
let past = [];

// Elements

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && name !== "list") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

// The text of a timeline

/** The marbles of a text; null if it is wrong, which the server explains. */
function parse(text) {
  const events = [];
  let tick = 0;
  let inGroup = false;
  let ended = false;
  for (const symbol of text) {
    if (symbol === " ") continue;
    if (symbol === "(" || symbol === ")") {
      if (inGroup === (symbol === "(")) return null;
      inGroup = !inGroup;
      if (!inGroup) tick += 1;
    } else if (symbol === "-") {
      if (inGroup) return null;
      tick += 1;
    } else {
      if (ended || !/[\p{L}\p{N}|#!^]/u.test(symbol)) return null;
      ended = "|#!".includes(symbol);
      events.push({ tick, symbol });
      if (!inGroup) tick += 1;
    }
  }
  return inGroup ? null : events;
}

function textOf(events) {
  const columns = [];
  for (const { tick, symbol } of events) (columns[tick] ??= []).push(symbol);
  return Array.from(columns, (column) => !column ? "-" : column.length > 1 ? `(${column.join("")})` : column[0]).join("");
}

// The state, and its link

function standardState(id) {
  const item = items.get(id);
  return {
    id, numbers: {}, demand: null, links: [],
    timelines: Object.fromEntries(item.timelines.map(({ name, marbles }) => [name, marbles])),
  };
}

function chainState() {
  return {
    id: null, numbers: {}, demand: null, timelines: { upstream: "-1-2--3-3-4---|" },
    links: [{ name: "filter", number: 1 }, { name: "map", number: 1 }],
  };
}

function stateOfLink() {
  const link = new URLSearchParams(location.hash.slice(1));
  let read;
  if (link.has("chain")) {
    read = chainState();
    if (link.get("chain")) {
      read.links = link.get("chain").split(",").map((text) => {
        const [name, number] = text.split(":");
        return { name, number: number === undefined ? null : Number(number) };
      });
    }
  } else {
    const id = link.get("op") ?? items.keys().next().value;
    if (!items.has(id)) {
      problem(`The link is for '${id}', which is not here.`);
      return null;
    }
    read = standardState(id);
  }
  for (const [key, value] of link) {
    if (key === "demand") read.demand = value;
    if (key.startsWith("t.") && key.slice(2) in read.timelines) read.timelines[key.slice(2)] = value;
    if (key.startsWith("n.")) read.numbers[key.slice(2)] = Number(value);
  }
  return read;
}

function linkOfState() {
  const link = new URLSearchParams();
  if (state.id) link.set("op", state.id);
  else link.set("chain", state.links.map(({ name, number }) => number === null ? name : `${name}:${number}`).join(","));
  for (const [name, text] of Object.entries(state.timelines)) link.set(`t.${name}`, text);
  for (const [name, number] of Object.entries(state.numbers)) link.set(`n.${name}`, number);
  if (state.demand !== null) link.set("demand", state.demand);
  return `#${link}`;
}

function remember() {
  past.push(JSON.stringify(state));
  if (past.length > 200) past.shift();
}

/** Shows a state from the beginning: after a link, an undo, or a choice. */
function show(next) {
  const isOther = !state || next.id !== state.id;
  state = next;
  if (isOther) {
    answer = null;
    past = [];
    selected = null;
    tracks = new Map();
    $("result").textContent = "";
  }
  readTracks();
  frame();
  if (isOther) reveal();
  changed();
}

function readTracks() {
  for (const [name, text] of allTexts()) {
    const events = parse(text);
    if (events) tracks.set(name, events);
    else if (!tracks.has(name)) tracks.set(name, []);
  }
  if (selected && !tracks.get(selected.name)?.includes(selected.event)) selected = null;
}

function allTexts() {
  const texts = Object.entries(state.timelines);
  if (state.demand !== null) texts.push(["demand", state.demand]);
  return texts;
}

function takesDemand() {
  return state.id === null || items.get(state.id).takesDemand;
}

function limit() {
  return state.id ? items.get(state.id).limit : 40;
}

/** After each change: the link, the marbles, and a new run. */
function changed() {
  history.replaceState(null, "", linkOfState());
  $("undo").disabled = past.length === 0;
  drawAll();
  run();
}

// Runs

let running = false;
let again = false;

async function run() {
  again = true;
  if (running) return;
  running = true;
  while (again) {
    again = false;
    const asked = state.id;
    try {
      const { ok, body } = await (isComputed ? lookUp() : ask());
      if (state.id !== asked) continue;
      if (ok) accept(body);
      else if (!again) refuse(body);
    } catch (error) {
      problem(isComputed ? "The results could not be loaded." : "The laboratory does not answer: has it been stopped?");
    }
  }
  running = false;
}

async function ask() {
  const response = await fetch(state.id === null ? "chain" : "run", {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request()),
  });
  return { ok: response.ok, body: await response.json() };
}

const files = new Map();

/** Finds what was computed beforehand: for the timelines of the table, by the numbers. */
async function lookUp() {
  const item = items.get(state.id);
  const needsServer = "needs the operators themselves: swift run --package-path Laboratory marbles";
  if (!item) return { ok: false, body: { error: `A chain ${needsServer}` } };
  const other = item.timelines.find(({ name, marbles }) => state.timelines[name] !== marbles);
  if (other) return { ok: false, body: { error: `Another timeline ${needsServer}`, timeline: other.name } };
  const numbers = Object.keys(state.numbers).sort().map((name) => `${name}=${state.numbers[name]}`).join("&");
  if (!files.has(item.runs)) {
    const response = await fetch(item.runs);
    if (!response.ok) throw new Error(response.statusText);
    files.set(item.runs, await response.json());
  }
  const body = files.get(item.runs)[numbers];
  return body ? { ok: true, body } : { ok: false, body: { error: `This choice ${needsServer}` } };
}

function request() {
  const demand = state.demand === null ? {} : { demand: state.demand };
  if (state.id === null) return { timeline: state.timelines.upstream, links: state.links, ...demand };
  return { id: state.id, timelines: { ...state.timelines, ...demand }, numbers: state.numbers };
}

function accept(body) {
  answer = body;
  problem("");
  for (const field of document.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
  for (const wrong of document.querySelectorAll(".wrong")) wrong.textContent = "";
  if (state.demand === null && body.demands.length === 1 && takesDemand()) {
    // The scenario's own demand, to be edited.
    state.demand = textOf(body.demands[0].marks.map(({ tick, text }) => ({ tick, symbol: text })));
    readTracks();
    frame();
    run();
  }
  for (const { name, value } of body.parameters) state.numbers[name] = value;
  history.replaceState(null, "", linkOfState());
  drawNumbers();
  drawAll();
  $("code").textContent = body.code;
  $("test").textContent = body.test;
  $("text").textContent = body.text.join("\n");
  $("save").hidden = !body.picture;
  if (body.picture) $("save").href = `data:image/svg+xml,${encodeURIComponent(body.picture)}`;
  announce();
}

/** Says what is wrong, and where. The last good picture stays. */
function refuse({ error, timeline, parameter, column }) {
  const field = document.querySelector(
    timeline ? `[data-text="${CSS.escape(timeline)}"]` : `[data-number="${CSS.escape(parameter ?? "")}"]`);
  for (const other of document.querySelectorAll("[aria-invalid]")) {
    if (other !== field) other.removeAttribute("aria-invalid");
  }
  for (const wrong of document.querySelectorAll(".wrong")) wrong.textContent = "";
  problem(`${timeline ?? ""}${column ? `, column ${column}` : ""}${timeline ? ": " : ""}${error}`
    + (answer ? " The result is that of the last good text." : ""));
  if (!field) return;
  field.setAttribute("aria-invalid", "true");
  const wrong = field.closest(".field")?.querySelector(".wrong");
  if (!wrong) return;
  const pointer = column ? `${field.value}\n${" ".repeat(column - 1)}^ ` : "";
  wrong.textContent = pointer + error;
}

function problem(text) {
  $("problem").textContent = text;
  $("scroller").classList.toggle("stale", text !== "");
}

let announcing = 0;
function announce() {
  clearTimeout(announcing);
  announcing = setTimeout(() => {
    $("result").textContent = (answer?.outputs ?? []).map(narrate).join(" ");
  }, 250);
}

function narrate(row) {
  const marks = row.marks.filter(({ kind }) => kind !== "subscription").map((mark) => `${words(mark)} at ${mark.tick}`);
  return `${row.label}: ${marks.length ? marks.join(", ") : "nothing"}.`;
}

function words({ kind, text }) {
  return { value: text, finished: "finished", failure: "failure", cancel: "cancelled", subscription: "subscription" }[kind];
}

// The picture

let scale = { cell: 36, ticks: 16 };
const labelWidth = () => rows.get("axis")?.name.offsetWidth || 130;
const x = (tick) => 22 + tick * scale.cell;
const kinds = { "|": "finished", "#": "failure", "!": "cancel", "^": "subscription" };

/** Builds the rows, when there are others than before. */
function frame() {
  const item = items.get(state.id);
  $("title").replaceChildren(...item ? breakable(item.title) : ["A chain of operators"]);
  document.title = `${item ? plain(item.title) : "Chain"} – laboratory of marbles`;
  $("pitfall").replaceChildren(...withCode(item?.pitfall ?? ""));
  $("pitfall").hidden = !item?.pitfall;
  $("fixed").textContent = item?.fixed ? `There is no closure to choose, because ${item.fixed}.` : "";
  $("fixed").hidden = !item?.fixed;
  for (const link of document.querySelectorAll("nav a")) {
    const isHere = item ? link.dataset.id === state.id : link.id === "free";
    if (isHere) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  $("chain").hidden = item !== undefined || isComputed;
  $("demand").hidden = isComputed || !takesDemand();
  $("limited").checked = state.demand !== null;
  rows = new Map();
  const board = make("div", { className: "board" });
  board.append(row("axis", ""));
  board.lastChild.classList.add("axis");
  board.lastChild.ariaHidden = "true";
  for (const name of Object.keys(state.timelines)) board.append(row(name, name, true));
  board.append(make("div", { id: "played" }));
  board.append(make("div", { className: "operation" }, make("code", { id: "operation" })));
  if (state.demand !== null) board.append(row("demand", "demand", true));
  board.append(make("div", { id: "outputs" }));
  $("scroller").replaceChildren(board);
  if (!answer) $("numbers").replaceChildren();
  if (!isComputed) $("texts").replaceChildren(...allTexts().map(([name, text]) => textField(name, text)));
  if (!item) drawChain();
}

/** A title without the labels that no caller writes. */
const plain = (title) => title.replace("fileID:line:", "");

/** A title that may be broken between its labels. */
const breakable = (title) => plain(title).split(/(?<=[(:])(?!\))/).flatMap((part) => [part, make("wbr")]).slice(0, -1);

/** Text whose parts in backquotes are code. */
function withCode(text) {
  return text.split("`").map((part, index) => index % 2 ? make("code", {}, part) : part);
}

function row(key, label, isGiven = false) {
  const name = make("div", { className: "name" }, label);
  const track = make("div", { className: "track" });
  if (isGiven && !isComputed) {
    name.append(make("button", {
      type: "button", ariaLabel: `Add a marble to ${label}`, title: "Add a marble", onclick: () => addBehind(key, null),
    }, "+"));
    track.classList.add("given");
    track.setAttribute("role", "group");
    track.ariaLabel = `Timeline ${label}`;
    track.addEventListener("click", (event) => {
      if (event.target.closest(".marble")) return;
      add(key, Math.max(0, Math.round((event.clientX - track.getBoundingClientRect().left - 22) / scale.cell)));
    });
  }
  rows.set(key, { name, track });
  return make("div", { className: "row" }, name, track);
}

function textField(name, text) {
  return make("div", { className: "field" },
    make("label", { htmlFor: `text-${name}` }, name),
    make("input", {
      type: "text", id: `text-${name}`, value: text, spellcheck: false, autocomplete: "off", "data-text": name,
      "aria-describedby": `wrong-${name}`,
      oninput: (event) => {
        remember();
        setText(name, event.target.value);
        readTracks();
        changed();
      },
    }),
    make("div", { className: "wrong", id: `wrong-${name}` }));
}

function setText(name, text) {
  if (name === "demand") state.demand = text;
  else state.timelines[name] = text;
}

/** Draws all that depends on the marbles, or on the answer. */
function drawAll() {
  measure();
  const width = `${x(scale.ticks)}px`;
  for (const { track } of rows.values()) track.style.width = width;
  drawAxis();
  for (const [name] of allTexts()) drawTrack(name);
  $("operation").textContent = answer?.operation ?? "";
  $("played").replaceChildren(...playedRows().map((row) => drawnRow(row.label, row.marks, "faint")));
  const outputs = (answer?.outputs ?? []).map((row) => drawnRow(row.label, row.marks));
  // Where several subscribe, their demands are part of the operator's script.
  if (!takesDemand()) outputs.unshift(...(answer?.demands ?? []).map((row) => drawnRow(row.label, row.marks, "faint")));
  if (state.demand !== null && answer?.unlimited.length) {
    const open = openRequests();
    outputs.push(drawnRow("open requests", open.marks, "faint"));
    for (const { marks } of answer.unlimited) outputs.push(drawnRow("if unlimited", marks, "faint"));
    $("waiting").textContent = open.words;
  } else {
    $("waiting").textContent = "";
  }
  $("outputs").replaceChildren(...outputs);
  drawTools();
}

/** Streams that began later than the run, or several times: when they did. */
function playedRows() {
  return (answer?.inputs ?? []).filter(({ label, marks }) =>
    !(label in state.timelines) || marks.some(({ kind, tick }) => kind === "subscription" && tick > 0));
}

/** What was requested and not yet delivered, at each tick where that changes. */
function openRequests() {
  const output = answer.outputs[0].marks;
  const delivered = output.filter(({ kind }) => kind === "value");
  const requests = (answer.demands[0]?.marks ?? []).map(({ tick, text }) => ({ tick, count: Number(text) }));
  const end = output.find(({ kind }) => kind === "finished" || kind === "failure");
  const ticks = [...new Set([...requests, ...delivered].map(({ tick }) => tick))].sort((a, b) => a - b);
  const sum = (list, tick) => list.reduce((total, entry) => total + (entry.tick <= tick ? entry.count ?? 1 : 0), 0);
  const marks = ticks.filter((tick) => !end || tick <= end.tick)
    .map((tick) => ({ tick, kind: "value", text: `${sum(requests, tick) - sum(delivered, tick)}` }));
  const requested = sum(requests, Infinity);
  const missing = (answer.unlimited[0]?.marks ?? []).filter(({ kind }) => kind === "value").length - delivered.length;
  const held = missing > 0
    ? `Without a limit ${missing} more would have come: they wait in the operator, or were dropped.`
    : "Without a limit no more would have come.";
  const open = requested - delivered.length;
  return { marks, words: `Requested ${requested}, delivered ${delivered.length}: ${open} of the requests wait. ${held}` };
}

function measure() {
  if (dragging) return;
  const drawn = [...tracks.entries()].filter(([name]) => rows.has(name)).map(([, events]) => events)
    .concat([...(answer?.inputs ?? []), ...(answer?.outputs ?? []), ...(answer?.unlimited ?? [])].map(({ marks }) => marks));
  scale.ticks = Math.max(14, ...drawn.flat().map(({ tick }) => Math.ceil(tick))) + 2;
  let cell = Math.min(44, Math.max(26, ($("scroller").clientWidth - labelWidth() - 30) / scale.ticks));
  for (const row of answer?.outputs ?? []) {
    const values = row.marks.filter(({ kind }) => kind === "value");
    values.forEach((mark, index) => {
      const next = values[index + 1];
      if (!next || next.tick - mark.tick < 0.5) return;
      cell = Math.max(cell, Math.min(110, (width(mark.text) + width(next.text)) / 2 / (next.tick - mark.tick)));
    });
  }
  scale.cell = cell;
}

const short = (text) => text.length > 14 ? `${text.slice(0, 13)}…` : text;
const width = (text) => Math.max(32, short(text).length * 8.2 + 18);

function drawAxis() {
  const track = rows.get("axis").track;
  track.replaceChildren();
  for (let tick = 0; tick < scale.ticks; tick += scale.cell < 30 ? 2 : 1) {
    const mark = make("span", {}, `${tick}`);
    mark.style.left = `${x(tick)}px`;
    track.append(mark);
  }
}

function line(track, first, last) {
  const element = make("div", { className: "line" });
  element.style.left = `${x(first)}px`;
  element.style.width = `${Math.max(0, x(last) - x(first))}px`;
  track.prepend(element);
}

/** Marbles of one tick stand below each other, and an end beside the last of them. */
function place(element, tick, levels, isEnd) {
  const level = levels.get(tick) ?? 0;
  const isBeside = isEnd && level > 0;
  if (!isBeside) levels.set(tick, level + 1);
  element.style.left = `${x(tick) + (isBeside ? 24 : 0)}px`;
  element.style.top = `${8 + 34 * (isBeside ? level - 1 : level)}px`;
}

function hue(text) {
  return `v${[...text].reduce((sum, letter) => sum + letter.codePointAt(0), 0) % 3}`;
}

/** A line that is given: its marbles are buttons, which stay the same while they move. */
function drawTrack(name) {
  const events = tracks.get(name);
  const track = rows.get(name).track;
  track.querySelector(".line")?.remove();
  const focused = document.activeElement;
  const levels = new Map();
  for (const event of events) {
    event.element ??= marble(name, event);
    const kind = kinds[event.symbol];
    event.element.className = `marble ${kind ?? hue(event.symbol)}`;
    event.element.classList.toggle("leaving", dragging?.event === event && dragging.isLeaving);
    event.element.textContent = kind === "finished" ? "" : kind === "failure" ? "✕" : event.symbol;
    const what = { finished: "End", failure: "Failure", cancel: "Cancel", subscription: "Subscription" }[kind]
      ?? `Marble ${event.symbol}`;
    event.element.ariaLabel = `${what} of ${name} at tick ${event.tick}`;
    place(event.element, event.tick, levels, "|#!".includes(event.symbol));
  }
  const wanted = events.map(({ element }) => element);
  const present = [...track.querySelectorAll(".marble")];
  if (!dragging && (wanted.length !== present.length || wanted.some((element, index) => element !== present[index]))) {
    track.replaceChildren(...wanted);
    if (wanted.includes(focused)) focused.focus({ preventScroll: true });
  }
  track.style.height = `${46 + 34 * (Math.max(1, ...levels.values()) - 1)}px`;
  const end = events.find(({ symbol }) => "|#!".includes(symbol));
  line(track, 0, end ? end.tick : scale.ticks - 1);
}

/** A line that has come of a run. */
function drawnRow(label, marks, style = "") {
  const track = make("div", { className: "track" });
  track.style.width = `${x(scale.ticks)}px`;
  track.setAttribute("role", "img");
  track.ariaLabel = narrate({ label, marks });
  const begin = marks.find(({ kind }) => kind === "subscription")?.tick ?? 0;
  const end = marks.find(({ kind }) => ["finished", "failure", "cancel"].includes(kind));
  line(track, begin, end ? end.tick : scale.ticks - 1);
  const levels = new Map();
  for (const mark of marks) {
    if (mark.kind === "subscription" && mark.tick === 0) continue;
    const symbol = { finished: "", failure: "✕", cancel: "!", subscription: "^" }[mark.kind] ?? short(mark.text);
    const element = make("div", {
      className: `marble ${mark.kind === "value" ? hue(mark.text) : mark.kind}`, title: mark.text || words(mark),
    }, symbol);
    place(element, mark.tick, levels, ["finished", "failure", "cancel"].includes(mark.kind));
    track.append(element);
  }
  track.style.height = `${46 + 34 * (Math.max(1, ...levels.values()) - 1)}px`;
  return make("div", { className: `row ${style}` }, make("div", { className: "name" }, label), track);
}

// Marbles that are moved

function marble(name, event) {
  if (isComputed) return make("div", { role: "img" });
  const element = make("button", { type: "button" });
  element.addEventListener("focus", () => {
    selected = { name, event };
    drawTools();
  });
  element.addEventListener("keydown", (key) => pressed(key, name, event));
  element.addEventListener("pointerdown", (pointer) => {
    if (pointer.button !== 0) return;
    element.setPointerCapture(pointer.pointerId);
    element.focus({ preventScroll: true });
    dragging = { name, event, before: JSON.stringify(state), isLeaving: false, hasMoved: false };
  });
  element.addEventListener("pointermove", (pointer) => {
    if (dragging?.event !== event) return;
    const box = rows.get(name).track.getBoundingClientRect();
    const tick = Math.round((pointer.clientX - box.left - 22) / scale.cell);
    const isLeaving = pointer.clientY < box.top - 50 || pointer.clientY > box.bottom + 50;
    if (tick === event.tick && isLeaving === dragging.isLeaving) return;
    dragging.isLeaving = isLeaving;
    dragging.hasMoved = true;
    move(name, event, tick);
    write(name);
  });
  const drop = () => {
    if (dragging?.event !== event) return;
    const { before, isLeaving, hasMoved } = dragging;
    dragging = null;
    if (!hasMoved) return;
    past.push(before);
    if (isLeaving) tracks.set(name, tracks.get(name).filter((other) => other !== event));
    write(name);
  };
  element.addEventListener("pointerup", drop);
  element.addEventListener("pointercancel", drop);
  return element;
}

/** Makes text of the marbles of a timeline, which have been changed. */
function write(name) {
  const text = textOf(tracks.get(name));
  setText(name, text);
  const field = document.querySelector(`[data-text="${CSS.escape(name)}"]`);
  if (field && document.activeElement !== field) field.value = text;
  changed();
}

function sort(name) {
  const rank = ({ symbol }) => ends.includes(symbol) ? 1 : 0;
  tracks.get(name).sort((a, b) => a.tick - b.tick || rank(a) - rank(b));
}

const endOf = (name) => tracks.get(name).find(({ symbol }) => "|#!".includes(symbol));

function move(name, event, tick) {
  const others = tracks.get(name).filter((other) => other !== event);
  const end = endOf(name);
  const first = end === event ? Math.max(1, ...others.map((other) => other.tick)) : 0;
  const last = end && end !== event ? end.tick : limit() - 1;
  event.tick = Math.min(Math.max(tick, first), last);
  sort(name);
}

function rename(name, event, symbol) {
  remember();
  if (ends.includes(symbol)) {
    // Nothing comes after an end.
    const events = tracks.get(name);
    const isLast = (other) => other !== event && (other.tick > event.tick || ends.includes(other.symbol));
    tracks.set(name, events.filter((other) => !isLast(other)));
    event.tick = Math.max(1, event.tick);
  }
  event.symbol = symbol;
  sort(name);
  write(name);
}

function remove(name, event) {
  remember();
  const events = tracks.get(name);
  const index = events.indexOf(event);
  tracks.set(name, events.filter((other) => other !== event));
  const next = tracks.get(name)[Math.min(index, events.length - 2)];
  selected = null;
  write(name);
  (next?.element ?? rows.get(name).name.querySelector("button")).focus();
}

function add(name, tick) {
  const events = tracks.get(name);
  if (tick >= limit()) return problem(`The run ends at tick ${limit()}.`);
  remember();
  const end = endOf(name);
  if (end && end.tick <= tick) {
    end.tick = Math.min(tick + 1, limit() - 1);
    tick = Math.min(tick, end.tick);
  }
  const before = events.filter((other) => other.tick <= tick && !kinds[other.symbol]).pop()
    ?? events.find((other) => !kinds[other.symbol]);
  // A letter may be one of a few that have a meaning: another like its neighbour is always right.
  const symbol = name === "demand" ? "1" : !before ? "1"
    : /[0-8]/.test(before.symbol) ? `${Number(before.symbol) + 1}` : before.symbol;
  const event = { tick, symbol };
  events.push(event);
  sort(name);
  selected = { name, event };
  write(name);
  event.element.focus();
}

/** Adds a marble at the next free tick. */
function addBehind(name, event) {
  const events = tracks.get(name).filter(({ symbol }) => !ends.includes(symbol));
  let tick = (event ?? events[events.length - 1] ?? { tick: 0 }).tick + 1;
  while (events.some((other) => other.tick === tick)) tick += 1;
  add(name, tick);
}

function pressed(key, name, event) {
  if (key.ctrlKey || key.metaKey || key.altKey) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key.key];
  if (step) {
    remember();
    move(name, event, event.tick + step);
    write(name);
    event.element.scrollIntoView({ block: "nearest", inline: "nearest" });
  } else if (key.key === "Delete" || key.key === "Backspace") remove(name, event);
  else if (key.key === "+") addBehind(name, event);
  else if ([...key.key].length === 1 && /[\p{L}\p{N}|#]/u.test(key.key)) rename(name, event, key.key);
  else return;
  key.preventDefault();
}

function drawTools() {
  const { name, event } = selected ?? {};
  $("selected").textContent = selected ? `${name}, tick ${event.tick}:` : "No marble selected";
  const field = $("rename");
  if (document.activeElement !== field) field.value = selected ? event.symbol : "";
  for (const control of $("tools").querySelectorAll("input, button")) control.disabled = !selected;
}

// Numbers, and chains

function drawNumbers() {
  const parameters = answer?.parameters ?? [];
  const fields = [...$("numbers").querySelectorAll("[data-number]")];
  const isSame = fields.length === parameters.length
    && parameters.every(({ name }, index) => fields[index].dataset.number === name);
  if (!isSame) {
    $("numbers").replaceChildren(...parameters.map((parameter) =>
      parameter.options.length ? closureField(parameter) : numberField(parameter)));
  }
  for (const { name, value } of parameters) {
    for (const input of $("numbers").querySelectorAll("input, select")) {
      if (input.dataset.name === name && input !== document.activeElement) input.value = value;
    }
  }
}

function closureField({ name, value, options }) {
  const id = `number-${name}`;
  const choice = make("select", {
    id, "data-number": name, "data-name": name, "aria-describedby": `wrong-number-${name}`,
    onchange: ({ target }) => {
      remember();
      state.numbers[name] = Number(target.value);
      changed();
    },
  }, ...options.map((code, place) => make("option", { value: place }, code)));
  choice.value = value;
  return make("div", { className: "field" }, make("label", { htmlFor: id }, name), choice,
    make("div", { className: "wrong", id: `wrong-number-${name}` }));
}

function numberField({ name, value, range, isTime }) {
  const [min, max] = range;
  const id = `number-${name}`;
  const input = (properties) => make("input", { min, max, value, step: 1, "data-name": name, oninput: edit, ...properties });
  const field = make("div", { className: "field" },
    make("label", { htmlFor: id }, isTime ? `${name} (ticks)` : name),
    input({ type: "number", id, "data-number": name, "aria-describedby": `wrong-number-${name}` }),
    input({ type: "range", ariaLabel: name }),
    make("div", { className: "wrong", id: `wrong-number-${name}` }));
  // A range forgets its value when its bounds come later.
  for (const part of field.querySelectorAll("input")) part.value = value;
  return field;

  function edit(event) {
    const number = Number(event.target.value);
    if (event.target.value.trim() === "" || !Number.isInteger(number)) {
      return refuse({ error: `A whole number from ${min} to ${max} is wanted.`, parameter: name });
    }
    remember();
    state.numbers[name] = number;
    for (const other of field.querySelectorAll("input")) if (other !== event.target) other.value = number;
    changed();
  }
}

function drawChain() {
  const edit = (change) => {
    remember();
    change();
    drawChain();
    changed();
  };
  const swap = (from, to) => edit(() => {
    [state.links[from], state.links[to]] = [state.links[to], state.links[from]];
  });
  const list = state.links.map((link, index) => {
    const known = links.get(link.name);
    const choice = make("select", {
      ariaLabel: `Operator ${index + 1}`,
      onchange: (event) => edit(() => {
        state.links[index] = { name: event.target.value, number: numberOf(event.target.value) };
      }),
    }, ...[...links.values()].map(({ name, code }) => make("option", { value: name }, code.replace("#", "n"))));
    choice.value = link.name;
    const number = make("input", {
      type: "number", ariaLabel: `Number of operator ${index + 1}`, value: link.number ?? "", "data-number": `${index}`,
      min: known?.range[0] ?? 0, max: known?.range[1] ?? 0, hidden: !known?.hasNumber,
      oninput: (event) => {
        if (!Number.isInteger(Number(event.target.value)) || event.target.value === "") {
          return refuse({ error: "A whole number is wanted.", parameter: `${index}` });
        }
        remember();
        link.number = Number(event.target.value);
        changed();
      },
    });
    const button = (label, text, disabled, onclick) => make("button", { type: "button", ariaLabel: label, title: label, disabled, onclick }, text);
    return make("div", { className: "link field" }, choice, number,
      button(`Move operator ${index + 1} up`, "↑", index === 0, () => swap(index, index - 1)),
      button(`Move operator ${index + 1} down`, "↓", index === state.links.length - 1, () => swap(index, index + 1)),
      button(`Remove operator ${index + 1}`, "✕", false, () => edit(() => state.links.splice(index, 1))),
      make("div", { className: "wrong" }));
  });
  $("chain").replaceChildren(...list, make("button", {
    type: "button", disabled: state.links.length >= 6,
    onclick: () => {
      edit(() => state.links.push({ name: "map", number: numberOf("map") }));
      [...$("chain").querySelectorAll("select")].pop()?.focus();
    },
  }, "Add an operator"));
}

function numberOf(name) {
  const link = links.get(name);
  return link.hasNumber ? link.number : null;
}

// The page around

/** An operator with so many forms has one entry, which unfolds. */
const manyForms = 4;

function drawMenu(groups) {
  $("families").replaceChildren(...groups.map(({ module, items }) => make("section", { ariaLabel: module },
    make("h3", {}, module), make("ul", {}, ...menuEntries(items)))));
  const narrow = matchMedia("(max-width: 799px)");
  const fold = () => { $("menu").open = !narrow.matches; };
  narrow.addEventListener("change", fold);
  fold();
  $("families").addEventListener("click", ({ target }) => { if (target.closest("a")) fold(); });
}

/** The entries of a family, in its order; many forms of an operator stand where the first of them does. */
function menuEntries(items) {
  const operators = new Map();
  for (const item of items) {
    const name = item.title.split("(")[0];
    operators.set(name, [...operators.get(name) ?? [], item]);
  }
  return items.flatMap((item) => {
    const name = item.title.split("(")[0];
    const forms = operators.get(name);
    if (forms.length < manyForms) return [menuEntry(item)];
    return forms[0] !== item ? [] : [make("li", {}, make("details", {},
      make("summary", {}, name, make("span", { className: "forms" }, `${forms.length} forms`)),
      make("ul", {}, ...forms.map(menuEntry))))];
  });
}

function menuEntry({ id, title, matching, reason }) {
  return reason === undefined || reason === null
    ? make("li", {}, make("a", { href: `#${new URLSearchParams({ op: id })}`, "data-id": id }, ...breakable(title)),
      make("span", { className: "because" }, matching))
    : make("li", {}, ...breakable(title), make("span", { className: "because" }, ...withCode(`has no marbles, because ${reason}`)));
}

/** Unfolds the operators with a form that is found, or else that of the page. */
function unfold(isSearch) {
  for (const forms of $("families").querySelectorAll("details")) {
    forms.open = forms.querySelector(isSearch ? "li:not([hidden])" : "[aria-current]") !== null;
  }
}

/** Brings the operator of the page into sight in the menu. */
function reveal() {
  const link = $("families").querySelector("[aria-current]");
  if (!link) return;
  const forms = link.closest("#families details");
  if (forms) forms.open = true;
  const menu = $("families").closest("nav");
  const [place, sight] = [link.getBoundingClientRect(), menu.getBoundingClientRect()];
  const isInSight = place.top >= sight.top && place.bottom <= Math.min(sight.bottom, innerHeight);
  if (place.height > 0 && !isInSight) menu.scrollTop += place.top - sight.top - sight.height / 3;
}

$("filter").addEventListener("input", () => {
  const wanted = $("filter").value.trim().toLowerCase();
  const isFound = (entry) => entry.textContent.toLowerCase().includes(wanted);
  for (const section of $("families").children) {
    const entries = [...section.querySelectorAll("li")];
    for (const entry of entries) entry.hidden = !isFound(entry);
    // The entry of many forms is there for those that are found.
    for (const entry of entries) if (entry.querySelector("details")) entry.hidden = !entry.querySelector("li:not([hidden])");
    section.hidden = !section.querySelector("li:not([hidden])");
  }
  unfold(wanted !== "");
});
$("filter").addEventListener("keydown", (event) => {
  if (event.key === "Enter") $("families").querySelector("section:not([hidden]) li:not([hidden]) a")?.click();
});

$("tools").addEventListener("click", ({ target }) => {
  const tool = target.dataset.tool;
  if (!tool || !selected) return;
  const { name, event } = selected;
  if (tool === "x") return remove(name, event);
  rename(name, event, tool);
});
$("rename").addEventListener("input", ({ target }) => {
  const symbol = target.value;
  if (selected && /^[\p{L}\p{N}|#]$/u.test(symbol)) rename(selected.name, selected.event, symbol);
});

$("limited").addEventListener("change", ({ target }) => {
  const demand = target.checked ? "2----1----1" : null;
  past.push(JSON.stringify(state));
  show({ ...state, demand });
});

$("undo").addEventListener("click", undo);
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !event.target.matches("input, select")) {
    event.preventDefault();
    undo();
  }
});
function undo() {
  if (past.length === 0) return;
  const previous = JSON.parse(past.pop());
  const focus = selected && { name: selected.name, index: tracks.get(selected.name).indexOf(selected.event) };
  show(previous);
  if (focus) (tracks.get(focus.name)?.[focus.index]?.element ?? $("undo")).focus();
}

$("reset").addEventListener("click", () => {
  remember();
  show(state.id ? standardState(state.id) : chainState());
});

$("skip").addEventListener("click", (event) => {
  event.preventDefault();
  $("experiment").focus();
});

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const what = button.dataset.copy;
    const text = what === "link" ? location.href : $(what).textContent;
    try {
      await navigator.clipboard.writeText(text);
      $("copied").textContent = "Copied.";
    } catch {
      window.prompt("Copy this:", text);
    }
    setTimeout(() => { $("copied").textContent = ""; }, 2000);
  });
}

function follow() {
  const next = stateOfLink();
  if (next) show(next);
}

window.addEventListener("hashchange", follow);
window.addEventListener("resize", () => { if (state) drawAll(); });

$("moving").hidden = isComputed;
$("computed").hidden = !isComputed;
if (isComputed) for (const part of [$("tools"), $("free"), document.querySelector(".help")]) part.hidden = true;

(async () => {
  try {
    const catalogue = await (await fetch(isComputed ? "operators.json" : "operators")).json();
    for (const { items: entries } of catalogue.groups) for (const item of entries) if (item.id) items.set(item.id, item);
    links = new Map(catalogue.links.map((link) => [link.name, link]));
    drawMenu(catalogue.groups);
    follow();
  } catch (error) {
    problem(`The laboratory cannot be shown: ${error.message}`);
  }
})();

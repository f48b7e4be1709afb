// Elements whose attributes and contents follow signals. Text is always text: no string from a peer
// is ever parsed as HTML.

import { batch, effect, onEnd, scope, signal } from "./signal.js";

/**
 * Contents of an element. A function is called again when a signal that it has read changes.
 *
 * @typedef {Node | string | number | boolean | null | undefined | (() => any) | any[]} Content
 */

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "path",
  "circle",
  "g",
  "use",
  "rect",
  "text",
  "title",
]);

/**
 * Creates an element.
 *
 * @param {string} tag such as "button"; with classes: "button.wide.primary"
 * @param {Record<string, any> | null} [attributes] `onclick` and the like are listeners; a function
 *   as a value follows signals; `false`, null and undefined leave the attribute out; `ref` is called
 *   with the element
 * @param {...Content} contents
 * @returns {any} the element
 */
export function h(tag, attributes, ...contents) {
  const [name, ...classes] = tag.split(".");
  const element = SVG_TAGS.has(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === "ref") continue;
    if (key.startsWith("on")) {
      element.addEventListener(
        key.slice(2),
        (event) => batch(() => value(event)),
      );
    } else if (typeof value === "function") {
      effect(() => set(element, key, value(), classes));
    } else set(element, key, value, classes);
  }
  for (const content of contents) insert(element, content);
  attributes?.ref?.(element);
  return element;
}

/**
 * @param {any} element
 * @param {string} key
 * @param {any} value
 * @param {string[]} classes those of the tag
 */
function set(element, key, value, classes) {
  if (key === "class") {
    element.setAttribute(
      "class",
      [...classes, value].filter(Boolean).join(" "),
    );
  } else if (key === "style") {
    // An attribute would need 'unsafe-inline'; properties do not.
    for (const [name, entry] of Object.entries(value)) {
      element.style.setProperty(name, entry);
    }
  } else if (
    ["value", "checked", "selected", "disabled", "indeterminate"].includes(key)
  ) {
    // Without the attribute, the value of an option is its text, even if "" was intended.
    if (element[key] !== value || key === "value" && element.localName === "option") {
      element[key] = value ?? "";
    }
  } else if (value === false || value === null || value === undefined) {
    element.removeAttribute(key);
  } else element.setAttribute(key, value === true ? "" : String(value));
}

/**
 * Appends content to an element.
 *
 * @param {Node} parent
 * @param {Content} content
 */
export function insert(parent, content) {
  if (typeof content !== "function") {
    for (const node of nodes(content)) parent.appendChild(node);
    return;
  }
  const start = parent.appendChild(document.createComment(""));
  const end = parent.appendChild(document.createComment(""));
  effect(() => {
    const next = nodes(content());
    while (start.nextSibling !== end) start.nextSibling.remove();
    end.before(...next);
  });
}

/**
 * @param {Content} content
 * @returns {Node[]}
 */
function nodes(content) {
  if (
    content === null || content === undefined || typeof content === "boolean"
  ) return [];
  if (Array.isArray(content)) return content.flatMap(nodes);
  if (content instanceof DocumentFragment) return [...content.childNodes];
  if (content instanceof Node) return [content];
  if (typeof content === "function") {
    const fragment = document.createDocumentFragment();
    insert(fragment, content);
    return [...fragment.childNodes];
  }
  return [document.createTextNode(String(content))];
}

/**
 * Elements for the entries of a list. An entry whose key stays keeps its element.
 *
 * @template T
 * @param {Element} parent contains nothing else
 * @param {() => T[]} entries follows signals
 * @param {(entry: T) => string} key
 * @param {(entry: {readonly value: T}, key: string) => Element} render is called once for a key
 */
export function list(parent, entries, key, render) {
  /** @type {Map<string, {element: Element, entry: import("./signal.js").Signal<T>, end: () => void}>} */
  let rows = new Map();
  effect(() => {
    const next = new Map();
    const order = entries().map((entry) => {
      const name = key(entry);
      let row = rows.get(name);
      if (row) row.entry.value = entry;
      else {
        const value = signal(entry);
        const [element, end] = scope(() => render(value, name));
        row = { element, entry: value, end };
      }
      rows.delete(name);
      next.set(name, row);
      return row.element;
    });
    for (const { element, end } of rows.values()) {
      end();
      element.remove();
    }
    rows = next;
    place(parent, order);
  });
  onEnd(() => {
    for (const { end } of rows.values()) end();
  });
  return parent;
}

/**
 * Moves as little as possible: focus and playing media survive.
 *
 * @param {Element} parent
 * @param {Element[]} order
 */
function place(parent, order) {
  let current = parent.firstElementChild;
  for (const element of order) {
    if (element === current) current = current.nextElementSibling;
    else parent.insertBefore(element, current);
  }
}

/**
 * An icon of `icons.svg`, hidden from screen readers.
 *
 * @param {string} path of a 16 by 16 picture
 */
export function icon(path) {
  return h(
    "svg.icon",
    { viewBox: "0 0 16 16", "aria-hidden": "true", focusable: "false" },
    h("path", { d: path }),
  );
}

// Small tools for writing the DOM: make a node, keep nodes by key, let moved cards glide.

/**
 * @typedef {{[name: string]: any}} Attributes Values are set as they are; functions are listeners.
 */

/**
 * A new element. Attributes with a function value are listeners, `class` and the rest are set as they are.
 * @template {keyof HTMLElementTagNameMap} Name
 * @overload
 * @param {Name} tag element name
 * @param {Attributes} [attributes]
 * @param {...any} children nodes and texts, or lists of them; null and false are left out
 * @returns {HTMLElementTagNameMap[Name]}
 */
/**
 * @template {keyof SVGElementTagNameMap} Name
 * @overload
 * @param {`svg:${Name}`} tag "svg:polygon" makes an SVG element
 * @param {Attributes} [attributes]
 * @param {...any} children nodes and texts, or lists of them; null and false are left out
 * @returns {SVGElementTagNameMap[Name]}
 */
/**
 * @param {string} tag
 * @param {Attributes} attributes
 * @param {...any} children
 * @returns {Element}
 */
export function el(tag, attributes = {}, ...children) {
  const node = tag.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
    : document.createElement(tag);
  set(node, attributes);
  node.append(...children.flat().filter((child) => child != null && child !== false));
  return node;
}

/**
 * Bring attributes of `node` up to date; null or false removes one, but for aria states, which are said. Listeners are set once, by el().
 * @template {Element} Node
 * @param {Node} node
 * @param {Attributes} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") Object.assign(node, { [name]: value });
    else if (typeof value === "boolean" && name.startsWith("aria-")) node.setAttribute(name, `${value}`);
    else if (value == null || value === false) node.removeAttribute(name);
    else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}

/**
 * Set the text of `node` if it differs, so that screen readers hear only changes.
 * @template {Node} Kind
 * @param {Kind} node
 * @param {string} value
 */
export function text(node, value) {
  if (node.textContent !== value) node.textContent = value;
  return node;
}

/**
 * What a selector finds in `node`, which holds it.
 * @param {Element} node
 * @param {string} selector
 */
export const within = (node, selector) => /** @type {HTMLElement} */ (node.querySelector(selector));

/** Have a field that takes no more say so, as what is typed beyond its end is cut off; `words(n)` says it. */
export function tellFull({ target }, words) {
  if (!(target.maxLength > 0)) return;
  const said = target.nextElementSibling?.matches(".full") && target.nextElementSibling;
  const full = target.value.length >= target.maxLength;
  if (full && !said) target.after(el("small", { class: "full alarm", role: "status" }, words(target.maxLength)));
  if (!full && said) said.remove();
}

/** A part of the page that its HTML names. */
export const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** Nobody has read within so many ms what newly stands on a button, nor a new question, which may ask somebody else. */
export const [READ_MS, ASKED_MS] = [400, 700];
const timers = new WeakMap();

/** Have buttons take no press before they can have been read: a second tap was meant for what stood there before. @param {Iterable<Element>} buttons */
export function unread(buttons, ms = READ_MS) {
  for (const button of buttons) {
    set(button, { "aria-disabled": true });
    clearTimeout(timers.get(button));
    timers.set(button, setTimeout(() => set(button, { "aria-disabled": false }), ms));
  }
}

addEventListener("click", (event) => {
  if (!(/** @type {Element} */ (event.target).closest("[aria-disabled=true]"))) return;
  event.preventDefault();
  event.stopPropagation();
}, true);

const standing = new WeakMap();

/** Remember what `node` stands for, to be asked when it is pressed: nodes are reused. */
export function setData(node, data) {
  standing.set(node, data);
}

/** What `node` stands for now. */
export const dataOf = (node) => standing.get(node);

const keyedNodes = new WeakMap();

/**
 * Make the children of `parent` one node per item, reusing nodes by key and moving only what is out of order.
 * @template Item
 * @template {Element} Node
 * @param {Item[]} items
 * @param {(item: NoInfer<Item>) => string} key
 * @param {(item: NoInfer<Item>) => Node} make
 * @param {(node: any, item: NoInfer<Item>) => void} [fill] brings a node up to date
 */
export function keyed(parent, items, key, make, fill = () => {}) {
  const old = keyedNodes.get(parent) ?? new Map();
  const now = new Map();
  const focused = /** @type {HTMLElement|null} */ (parent.contains(document.activeElement) ? document.activeElement : null);
  // First out with what is gone: then what comes after it is in order, and needs not be moved.
  const wanted = new Set(items.map(key));
  for (const [id, node] of old) if (!wanted.has(id) && node.parentNode === parent) node.remove();
  let at = parent.firstElementChild;
  for (const item of items) {
    const id = key(item);
    const node = old.get(id) ?? make(item);
    now.set(id, node);
    fill(node, item);
    if (at && node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
  keyedNodes.set(parent, now);
  // A node that is moved loses the focus on its way.
  if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

/**
 * Run `change`, which makes anew what `root` holds: who was at its third button is at its third button afterwards.
 * @param {Element} root
 * @param {() => void} change
 */
export function staying(root, change) {
  const among = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("a[href], button, input, select, summary, [tabindex]")]);
  const at = among().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  change();
  if (at >= 0) among()[at]?.focus({ preventScroll: true });
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
const cards = new Map();

/** The one node of a card on the table; it travels between places instead of being made again. */
export function cardNode(card, name) {
  let node = cards.get(card);
  if (!node) {
    node = el("img", { class: "card", src: `/cards/${card}.svg`, width: 33, height: 54, draggable: "false" });
    cards.set(card, node);
  }
  return set(node, { alt: name, title: name, "data-card": card });
}

/** Run `change`, then let every card that is elsewhere afterwards glide there from where it was. */
export function gliding(change) {
  const before = new Map();
  if (!still.matches) {
    for (const [card, node] of cards) if (node.isConnected) before.set(card, node.getBoundingClientRect());
  }
  change();
  for (const [card, was] of before) {
    const node = cards.get(card);
    if (!node.isConnected) continue;
    const is = node.getBoundingClientRect();
    const [dx, dy] = [was.x - is.x, was.y - is.y];
    if (Math.abs(dx) + Math.abs(dy) < 24 || !is.width) continue;
    node.animate(
      [
        { transform: `translate(${dx}px, ${dy}px) scale(${was.width / is.width})`, zIndex: 5 },
        { transform: "none", zIndex: 5 },
      ],
      { duration: 520, easing: "cubic-bezier(.2,.7,.2,1)" },
    );
  }
}

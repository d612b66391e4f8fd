// A picture that is looked at from nearer: two fingers, the wheel with the control key, or a button.

const MOST = 6;

/**
 * Let what `frame` holds be enlarged within it.
 * @param {HTMLElement} frame
 * @returns {() => void} takes it from one size to twice that and back, for who has neither fingers nor a wheel
 */
export function zoomable(frame) {
  let [zoom, left, top] = [1, 0, 0];
  /** Pointer → where it is, px of the screen. */
  const fingers = new Map();
  let panned = false;
  /** Width of the frame when it was last seen, px of the screen. */
  let wide = 0;
  frame.classList.add("zoomable");

  function show() {
    const { width, height } = frame.getBoundingClientRect();
    zoom = Math.min(MOST, Math.max(1, zoom));
    left = Math.min(0, Math.max(width * (1 - zoom), left));
    top = Math.min(0, Math.max(height * (1 - zoom), top));
    frame.style.setProperty("--zoom", `translate(${left.toFixed(1)}px, ${top.toFixed(1)}px) scale(${zoom.toFixed(3)})`);
    // One finger scrolls the page as long as there is nothing to look around in.
    frame.style.touchAction = zoom > 1 ? "none" : "pan-x pan-y";
  }

  /** Enlarge by `times` so that the point (x, y) of the screen stays. */
  function grow(times, x, y) {
    const box = frame.getBoundingClientRect();
    const now = Math.min(MOST, Math.max(1, zoom * times));
    const [px, py] = [x - box.x, y - box.y];
    left = px - ((px - left) * now) / zoom;
    top = py - ((py - top) * now) / zoom;
    zoom = now;
    show();
  }

  frame.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    panned = false;
  });
  frame.addEventListener("pointermove", (event) => {
    const was = fingers.get(event.pointerId);
    if (!was || (fingers.size === 1 && zoom === 1)) return;
    const now = [event.clientX, event.clientY];
    const [dx, dy] = [now[0] - was[0], now[1] - was[1]];
    // A tap that trembles is a tap.
    if (fingers.size === 1 && !panned && Math.hypot(dx, dy) < 6) return;
    panned = true;
    if (fingers.size === 2) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1] ?? now;
      const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]);
      grow(apart(now) / Math.max(1, apart(was)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    left += dx / fingers.size;
    top += dy / fingers.size;
    fingers.set(event.pointerId, now);
    show();
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) {
    frame.addEventListener(name, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
  }
  // What moves the picture is no gesture of the browser, which would take the next tap for the end of it.
  frame.addEventListener("touchmove", (event) => panned && event.preventDefault(), { passive: false });
  // What was a look around is no tap on a card.
  frame.addEventListener("click", (event) => {
    if (panned) event.stopPropagation();
    panned = false;
  }, { capture: true });
  frame.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    grow(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
  }, { passive: false });
  // A screen that is turned shows the same part of it.
  new ResizeObserver(() => {
    const { width } = frame.getBoundingClientRect();
    if (wide && width) [left, top] = [left, top].map((shift) => (shift * width) / wide);
    wide = width;
    show();
  }).observe(frame);
  return () => {
    const box = frame.getBoundingClientRect();
    grow(zoom > 1 ? 1 / MOST : 2, box.x + box.width / 2, box.y + box.height / 2);
  };
}

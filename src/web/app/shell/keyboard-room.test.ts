import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startKeyboardRoom } from "./keyboard-room.ts";

const seen = Object.assign(new EventTarget(), { height: 844, scale: 1, offsetTop: 0 });
const { style } = document.documentElement;
const room = () => ["--bar", "--seen-top", "--seen-bottom"].map((name) => style.getPropertyValue(name));
let stop: () => void;

function show(next: Partial<typeof seen>) {
  Object.assign(seen, next);
  seen.dispatchEvent(new Event("resize"));
}

beforeEach(() => {
  vi.stubGlobal("visualViewport", seen);
  vi.spyOn(document.documentElement, "clientHeight", "get").mockReturnValue(844);
  stop = startKeyboardRoom();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it("[ROUTE-18] bars lie still and dialogs stand above the keyboard while it covers the page", () => {
  show({ height: 500, offsetTop: 20 });
  expect(room()).toEqual(["static", "20px", "324px"]);
  show({ height: 844, offsetTop: 0 });
  expect(room()).toEqual(["", "", ""]);
});

it("neither a toolbar that goes nor zooming in is a keyboard", () => {
  show({ height: 760, scale: 1, offsetTop: 0 });
  expect(room()).toEqual(["", "", ""]);
  show({ height: 422, scale: 2 });
  expect(room()).toEqual(["", "", ""]);
  show({ scale: 1 });
  stop();
  expect(room()).toEqual(["", "", ""]);
});

it("a field of a dialog is in sight once the keyboard is there, and not moved again while somebody scrolls", () => {
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.open = true;
  const field = dialog.appendChild(document.createElement("input"));
  field.scrollIntoView = vi.fn();
  field.focus();
  show({ height: 500, scale: 1 });
  show({ height: 500, offsetTop: 12 });
  expect(field.scrollIntoView).toHaveBeenCalledOnce();
});

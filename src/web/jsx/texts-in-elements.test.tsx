import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { createElement, Fragment, type ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { translatePage } from "../../../test/web-translator.ts";
import { inElements } from "./texts-in-elements.ts";

afterEach(cleanup);

type Child = string | number | null | boolean | { tag: "b" | "p" | "fragment" | "list"; children: Child[] };

const { child } = fc.letrec<{ child: Child }>((tie) => ({
  child: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("tree", " of ", "6", " ", "", "a tree (old) "),
    fc.nat(20),
    fc.constantFrom(null, false),
    fc.record({
      tag: fc.constantFrom("b" as const, "p" as const, "fragment" as const, "list" as const),
      children: fc.array(tie("child"), { maxLength: 4 }),
    }),
  ),
}));

/** As the build makes it: several children are in the props, a single one stands alone. */
function drawn(given: Child, key?: number): ReactNode {
  if (typeof given !== "object" || given === null) return given;
  const children = given.children.map((each) => drawn(each));
  if (given.tag === "list") return given.children.map((each, index) => drawn({ tag: "b", children: [each] }, index));
  const type = given.tag === "fragment" ? Fragment : given.tag === "p" ? "section" : given.tag;
  const props = inElements(type, { children: children.length === 1 ? children[0] : children });
  const inside = Array.isArray(props.children) ? props.children : [props.children];
  return createElement(type, key === undefined ? null : { key }, ...inside);
}

it("a translated page takes every change, and then shows the same words as one that nobody translates", () => {
  fc.assert(
    fc.property(fc.array(fc.array(child, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 4 }), (states) => {
      document.body.replaceChildren();
      const page = document.body.appendChild(document.createElement("main"));
      const show = (children: Child[]) => drawn({ tag: "p", children });
      const { rerender, unmount } = render(show(states[0] ?? []), { container: page });
      for (const state of states) {
        translateNow();
        rerender(show(state));
        const plain = render(show(state), { container: document.createElement("main") });
        expect(page.textContent).toBe(plain.container.textContent);
        plain.unmount();
      }
      translateNow();
      unmount();
      expect(page.textContent).toBe("");
    }),
  );
});

/** The observer of a page that is open would be called later. */
function translateNow(): void {
  const { MutationObserver } = window;
  window.MutationObserver = class {
    observe() {}
  } as unknown as typeof MutationObserver;
  translatePage();
  window.MutationObserver = MutationObserver;
}

it("what can hold only text gets no elements", () => {
  for (const type of ["option", "title", "text"]) {
    expect(inElements(type, { children: ["a", 1] })).toEqual({ children: ["a", 1] });
  }
});

import { cleanup, render } from "@testing-library/react";
import fc from "fast-check";
import { createElement, type ElementType, Fragment, type PropsWithChildren, type ReactNode } from "react";
import { afterEach, expect, it } from "vitest";
import { translatePage } from "../../../../test/web-translator.ts";
import { asFigures } from "../texts/area-texts.ts";
import { inElements } from "./texts-in-elements.ts";

afterEach(cleanup);

const tags = ["b", "fragment", "list", "link"] as const;
type Tag = (typeof tags)[number] | "p";
type Child = string | number | null | boolean | { tag: Tag; children: Child[] };

const { child } = fc.letrec<{ child: Child }>((tie) => ({
  child: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("tree", " of ", "6", " ", "", "a tree (old) "),
    fc.nat(20),
    fc.constantFrom(null, false),
    fc.record({
      tag: fc.constantFrom(...tags),
      children: fc.array(tie("child"), { maxLength: 4 }),
    }),
  ),
}));

/** Components of packages make elements without our JSX, like this one. */
const Link = (props: PropsWithChildren) => createElement("em", props);
const types = { b: "b", p: "section", link: Link, fragment: Fragment } as const;

/** The build makes such elements: several children are a list in the props, a single one is alone. */
function drawn(given: Child, key?: number): ReactNode {
  if (typeof given !== "object" || given === null) return given;
  const children = given.children.map((each, index) => drawn(each, given.tag === "list" ? index : undefined));
  if (given.tag === "list") return children;
  const type: ElementType = types[given.tag];
  const props = inElements(type, { children: children.length === 1 ? children[0] : children });
  const inside = Array.isArray(props.children) ? props.children : [props.children];
  return createElement(type, key === undefined ? null : { key }, ...inside);
}

it("a page translated as by Chrome or Safari takes every change, and shows the same words as one that nobody translates", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(child, { minLength: 2, maxLength: 5 }), { minLength: 2, maxLength: 4 }),
      fc.constantFrom("chrome" as const, "safari" as const),
      (states, browser) => {
        document.body.replaceChildren();
        const page = document.body.appendChild(document.createElement("main"));
        const show = (children: Child[]) => drawn({ tag: "p", children });
        const { rerender, unmount } = render(show(states[0] ?? []), { container: page });
        for (const state of states) {
          translateNow(browser);
          rerender(show(state));
          const plain = render(show(state), { container: document.createElement("main") });
          expect(page.textContent).toBe(plain.container.textContent);
          plain.unmount();
        }
        translateNow(browser);
        unmount();
        expect(page.textContent).toBe("");
      },
    ),
  );
});

/** The observer of a page that is open would be called later. */
function translateNow(browser: "chrome" | "safari"): void {
  const { MutationObserver } = window;
  window.MutationObserver = class {
    observe() {}
  } as unknown as typeof MutationObserver;
  translatePage(browser);
  window.MutationObserver = MutationObserver;
}

it("translators leave figures and our name, and nothing beside them", () => {
  const words = `Cairn is ${asFigures("± 8 m")} away. Cairns`;
  const shown = "Cairn is ± 8 m away. Cairns";
  const paragraph: Child = { tag: "p", children: [words, { tag: "b", children: [words] }] };
  const { container } = render(drawn({ tag: "fragment", children: [paragraph, words] }));
  expect(container.textContent).toBe(shown.repeat(3));
  const left = [...container.querySelectorAll("[translate=no]")].map(({ textContent }) => textContent);
  expect(left).toEqual(Array(3).fill(["Cairn", "± 8 m"]).flat());
  // One box beside others, also where these have room between them.
  expect([...(container.querySelector("section")?.children ?? [])].map(({ localName }) => localName)).toEqual([
    "cairn-text",
    "b",
  ]);
  // Marks don't reach the page where no element can be.
  expect(inElements("option", { children: words })).toEqual({ children: shown });
  expect(inElements("img", { alt: words } as object)).toEqual({ alt: shown });
});

it("what can hold only text gets no elements, but one text", () => {
  for (const type of ["option", "title", "text"]) {
    expect(inElements(type, { children: ["a", null, 1] })).toEqual({ children: "a1" });
  }
});

it("spaces between boxes are no box", () => {
  const box: Child = { tag: "b", children: ["6"] };
  const { container } = render(drawn({ tag: "p", children: [box, " ", box] }));
  expect(container.querySelector<HTMLElement>("cairn-text")?.style.display).toBe("contents");
});

it("no component of ours returns a text", () => {
  expect(() => render(<TextOnly />)).toThrow("text");
});
const TextOnly = () => "bare";

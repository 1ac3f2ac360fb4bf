import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { browserFloor } from "./browser-floor.ts";
import { findProblems } from "./check-floor.ts";
import { findLackedInScript, findLackedInSheet } from "./lacked-features.ts";

afterEach(() => {
  vi.doUnmock("./browser-floor.ts");
  vi.resetModules();
});

const inSheet = (source: string) => [...findLackedInSheet(source).keys()];
const inScript = (source: string) => [...findLackedInScript(source, "module").keys()];

it.each([
  [".a:has-slotted { color: red }", "css.selectors.has-slotted"],
  ["@starting-style { .a { color: red } }", "css.at-rules.starting-style"],
  [".a { field-sizing: content }", "css.properties.field-sizing"],
  [".a { float: inline-start }", "css.properties.float.inline-start"],
  [".a { --ink: light-dark(black, white) }", "css.types.color.light-dark"],
  [".a { margin-top: 1rcap }", "css.types.length.rcap"],
  [".a { & .b { color: red } }", "css.selectors.nesting"],
  [".a { user-select: none }", "css.properties.user-select"],
])("a style sheet with %s is below the floor", (source, feature) => {
  expect(inSheet(source)).toContain(feature);
});

it.each([
  ["Promise.withResolvers()", "javascript.builtins.Promise.withResolvers"],
  ["Array.fromAsync(list)", "javascript.builtins.Array.fromAsync"],
  ["URL.canParse(text)", "api.URL.canParse_static"],
  ["AbortSignal.any([])", "api.AbortSignal.any_static"],
  ["ids.union(others)", "javascript.builtins.Set.union"],
  ["ids.values().drop(1)", "javascript.builtins.Iterator.drop"],
  ["dialog.requestClose()", "api.HTMLDialogElement.requestClose"],
  ["navigator.vibrate(20)", "api.Navigator.vibrate"],
  ["window.requestIdleCallback(draw)", "api.Window.requestIdleCallback"],
  ["new CloseWatcher()", "api.CloseWatcher"],
])("a script with %s is below the floor", (source, feature) => {
  expect(inScript(source)).toEqual([feature]);
});

it.each(["/[a--b]/v", "/(?i:a)b/", "using file = open()", 'import data from "./a.json" with { type: "json" }'])(
  "syntax newer than the floor can't be read: %s",
  (source) => {
    expect(() => inScript(source)).toThrow(SyntaxError);
  },
);

it("neither can a rule within a rule", () => {
  expect(() => inSheet(".a { .b { color: red } }")).toThrow(SyntaxError);
});

it("what every browser of the floor has, own names, and what is written with a prefix too, are not below it", () => {
  expect(inSheet(".a:has(b) { width: 2cqi; height: 100dvh; color: oklch(50% 0.1 20) }")).toEqual([]);
  expect(inSheet("@container (min-width: 30rem) { .a { -webkit-user-select: none; user-select: none } }")).toEqual([]);
  expect(inScript("const at = list.toSorted().at(-1); const own = { withResolvers: at }")).toEqual([]);
  expect(inScript("text.match(/(?<=a)b/); structuredClone(a); class A { static { a?.b ?? c } }")).toEqual([]);
});

it("a lower floor would find what today's app needs", async () => {
  const older = { chrome: "104", firefox: "113", safari: "16.3" };
  vi.resetModules();
  vi.doMock("./browser-floor.ts", () => ({ browserFloor: older }));
  const lower = await import("./lacked-features.ts");
  expect([
    ...lower.findLackedInSheet("@container (width > 1px) { .a:has(b) { color: color-mix(in srgb, red, blue) } }"),
  ]).toEqual([
    ["css.at-rules.container", ["chrome"]],
    ["css.selectors.has", ["chrome", "firefox"]],
    ["css.types.color.color-mix", ["chrome"]],
  ]);
  expect([...lower.findLackedInScript("/(?<!a)b/.test(list.toSorted())", "module")]).toEqual([
    ["javascript.regular_expressions.lookbehind_assertion", ["safari"]],
    ["javascript.builtins.Array.toSorted", ["chrome", "firefox"]],
  ]);
});

it("a use without a reason is told, and a reason without a use", () => {
  const built = [{ file: "a.js", kind: "module" as const, text: "URL.canParse(a)" }];
  expect(findProblems(built, ["api.URL.canParse_static"])).toEqual([]);
  expect(findProblems(built, [])).toEqual([
    "a.js uses api.URL.canParse_static, which is not in chrome, chrome_android, edge, safari, safari_ios",
  ]);
  expect(findProblems([], ["api.URL.canParse_static"])).toEqual([
    "Nothing uses api.URL.canParse_static: take it from the list in scripts/check-floor.ts",
  ]);
});

it("the documents name the floor that is built for", () => {
  const { chrome, firefox, safari } = browserFloor;
  const floor = `Safari and iOS ${safari}, Chrome and Edge ${chrome}, Firefox ${firefox}`;
  for (const file of ["README.md", "docs/phones.md"]) {
    expect(readFileSync(new URL(`../${file}`, import.meta.url), "utf8")).toContain(floor);
  }
});

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { describeFailures, type Outcome, outcomeFileVariable } from "./failures.ts";

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-runner-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a test runner in a folder with only these files. */
function outcomeOf(bin: string, args: string[], files: Record<string, string>): Outcome {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const outcomeFile = join(folder, "outcome.json");
  spawnSync(pathOf(`../node_modules/.bin/${bin}`), args, {
    cwd: folder,
    env: { PATH: process.env.PATH, [outcomeFileVariable]: outcomeFile },
  });
  return JSON.parse(readFileSync(outcomeFile, "utf8"));
}

describe("the outcome of a run", () => {
  it("of vitest names failed tests, groups and files, and uncaught errors", () => {
    const { passed, failures, notRun, secondTime } = outcomeOf(
      "vitest",
      ["run", "--globals", "--retry=1", `--reporter=${pathOf("vitest-reporter.ts")}`],
      {
        "a.test.ts": `
          describe("a stone", () => {
            it("is grey", () => {});
            it("is light", () => expect({ grams: 900 }).toEqual({ grams: 1 }));
            it.skip("is old", () => {});
            let looks = 0;
            it("is found at the second look", () => expect(++looks).toBe(2));
          });
          describe("a leaf", () => {
            beforeAll(() => { throw new Error("no leaf"); });
            it("is green", () => {});
          });`,
        "b.test.ts": 'throw new Error("no file");',
        "c.test.ts": 'it("forgets", () => { void Promise.reject(new Error("nobody waited")); });',
      },
    );
    expect([passed, notRun]).toEqual([3, ["a.test.ts > a stone > is old", "a.test.ts > a leaf > is green"]]);
    expect(secondTime).toEqual(["a.test.ts > a stone > is found at the second look"]);
    expect(failures.map(({ name }) => name).sort()).toEqual([
      "a.test.ts > a leaf",
      "a.test.ts > a stone > is light",
      "b.test.ts",
      "c.test.ts > an error that nobody caught",
    ]);
    expect(failures.map(({ uncaughtIn }) => uncaughtIn).filter(Boolean)).toEqual(["c.test.ts"]);
    const errorOf = (name: string) => failures.find((failure) => failure.name.endsWith(name))?.error;
    expect(errorOf("is light")).toMatch(
      /a\.test\.ts:4\nAssertionError: expected .*- {3}"grams": 1,.*\+ {3}"grams": 900,/s,
    );
    expect(errorOf("a leaf")).toContain("Error: no leaf");
    expect(errorOf("b.test.ts")).toContain("Error: no file");
    expect(errorOf("nobody caught")).toContain("Error: nobody waited");
  });

  const playwright = ["test", "--retries=1", `--reporter=${pathOf("playwright-reporter.ts")}`];

  it("of Playwright names failed tests, and separately those that passed only when retried", () => {
    const runner = JSON.stringify(pathOf("../node_modules/@playwright/test/index.mjs"));
    const { passed, failures, notRun, secondTime } = outcomeOf("playwright", playwright, {
      "playwright.config.ts": 'export default { testDir: ".", projects: [{ name: "phone" }] };',
      "a.spec.ts": `import { expect, test } from ${runner};
          test("is grey", () => {});
          test.skip("is old", () => {});
          test.describe("a stone", () => {
            test("is light", () => expect(900).toBe(1));
            test("is found", () => expect(test.info().retry).toBe(1));
          });`,
    });
    expect([passed, notRun]).toEqual([2, ["phone > a.spec.ts > is old"]]);
    expect(secondTime).toEqual(["phone > a.spec.ts > a stone > is found"]);
    expect(failures.map(({ name }) => name)).toEqual(["phone > a.spec.ts > a stone > is light"]);
    const light = failures.find(({ name }) => name.endsWith("is light"));
    expect(stripVTControlCharacters(light?.error ?? "")).toMatch(
      /^at a\.spec\.ts:5\nError: .*Expected: 1\nReceived: 900/s,
    );
  });

  it("of Playwright names errors outside all tests", () => {
    const { passed, failures } = outcomeOf("playwright", playwright, { "a.spec.ts": 'throw new Error("no file");' });
    expect([passed, failures[0]?.name]).toEqual([0, "an error outside of every test"]);
    expect(failures[0]?.error).toContain("Error: no file");
  });
});

describe("a list of failures", () => {
  it("shows the first lines of each error", () => {
    const error = `at a.test.ts:4\n\u001b[31mexpected ${"x".repeat(300)}\u001b[39m\n\n${"more\n".repeat(30)}`;
    const lines = describeFailures([{ name: "a.test.ts > a\nstone", error }]).split("\n");
    expect(lines.slice(0, 3)).toEqual(["FAILED:", "  a.test.ts > a stone", "      at a.test.ts:4"]);
    expect(lines[3]).toMatch(/^ {6}expected x+…$/);
    expect(lines.slice(-2)).toEqual(["      … and 18 more lines", ""]);
    expect(lines).toHaveLength(18);
  });

  it("names every failure, however many there are", () => {
    const told = describeFailures(Array.from({ length: 500 }, (_, index) => ({ name: `test ${index}`, error: "no" })));
    expect(told).toContain("  test 0\n      no\n");
    expect(told).toContain("  test 498\n  test 499\n");
  });
});

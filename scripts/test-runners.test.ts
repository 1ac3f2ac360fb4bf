import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { runVitest } from "./test-runners.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cairn-runner-"));
  // The output of these runs, which would stand among ours.
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a file whose test leaves an error to nobody in its first runs, and counts how often each file ran. */
async function runLeaky({ CI, leaks, others = {} }: { CI: string; leaks: number; others?: Record<string, string> }) {
  vi.stubEnv("CI", CI);
  const note = (name: string) => `
    import { appendFileSync, readFileSync } from "node:fs";
    const runs = ${JSON.stringify(join(folder, "runs"))};
    appendFileSync(runs, "${name} ");`;
  const files = {
    "leaky.test.ts": `it("leaks", () => {
      const count = readFileSync(runs, "utf8").split("leaky.test.ts").length - 1;
      if (count <= ${leaks}) void Promise.reject(new Error("nobody waited"));
    });`,
    "other.test.ts": 'it("passes", () => {});',
    ...others,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), `${note(name)}\n${text}`);
  const outcome = await runVitest({ options: ["--globals", "--root", folder], way: "beside" });
  const runs = readFileSync(join(folder, "runs"), "utf8").trim().split(" ").sort();
  return { ...outcome, runs };
}
const bothOnce = ["leaky.test.ts", "other.test.ts"];
const leakyTwice = ["leaky.test.ts", ...bothOnce];
const uncaught = "leaky.test.ts > an error that nobody caught";

describe("an error that nobody caught", () => {
  it("on CI: its file runs once more by itself, and is named if all is well then", async () => {
    const { passed, failures, secondTime, runs } = await runLeaky({ CI: "true", leaks: 1 });
    expect([passed, failures, runs]).toEqual([2, [], leakyTwice]);
    expect(secondTime).toEqual([
      expect.stringMatching(/^leaky\.test\.ts > an error that nobody caught: .*Error: nobody waited/),
    ]);
  });

  it("fails the run if it comes again", async () => {
    const { failures, secondTime, runs } = await runLeaky({ CI: "true", leaks: 2 });
    expect([failures.map(({ name }) => name), secondTime, runs]).toEqual([[uncaught], [], leakyTwice]);
  });

  it("fails the run anywhere else", async () => {
    const { failures, runs } = await runLeaky({ CI: "", leaks: 1 });
    expect([failures.map(({ name }) => name), runs]).toEqual([[uncaught], bothOnce]);
  });

  it("isn't looked at again in a run that fails in any case", async () => {
    const others = { "other.test.ts": 'it("fails", () => expect(1).toBe(2));' };
    const { failures, runs } = await runLeaky({ CI: "true", leaks: 1, others });
    expect([failures.map(({ name }) => name).sort(), runs]).toEqual([[uncaught, "other.test.ts > fails"], bothOnce]);
  });
});

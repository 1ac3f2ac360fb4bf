import { expect, it } from "vitest";
import { Ending } from "./ending.ts";

const askedByProxy = { "cairn-ask-another": "1" };

it("a process that shuts down sends a proxy's reads elsewhere; a replaced one answers them, and ends once nothing comes", async () => {
  const [ended, replaced] = [new Ending(), new Ending()];
  replaced.expectReplacement();
  for (const ending of [ended, replaced]) ending.begin();
  expect(ended.refersElsewhere("GET", askedByProxy)).toBe(true);
  expect(replaced.refersElsewhere("GET", askedByProxy)).toBe(false);
  const startedAtMs = Date.now();
  await replaced.untilUnused(5_000);
  expect(Date.now() - startedAtMs).toBeLessThan(4_000);
});

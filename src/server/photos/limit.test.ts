import { describe, expect, it } from "vitest";
import { createLimit } from "./limit.ts";

describe("a limit", () => {
  it("runs as many tasks as allowed, in order, and goes on after a failure", async () => {
    const limit = createLimit(2);
    let running = 0;
    let most = 0;
    const started: number[] = [];
    const tasks = Array.from({ length: 9 }, (_, index) =>
      limit(async () => {
        started.push(index);
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running--;
        if (index === 3) throw new Error("the fourth fails");
        return index;
      }),
    );
    const results = await Promise.allSettled(tasks);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(most).toBe(2);
  });
});

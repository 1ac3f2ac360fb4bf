import { pino } from "pino";
import { expect, it } from "vitest";
import { Started } from "./started.ts";

const lines: { msg: string }[] = [];
const logger = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });

it("ends everything in reverse order, even what fails, hangs, or is added meanwhile", async () => {
  const started = new Started(logger);
  const ended: string[] = [];
  started.add("database", () => void ended.push("database"));
  started.add("server", () => new Promise(() => undefined), { timeoutMs: 20 });
  started.add("worker", async () => {
    started.add("late", () => void ended.push("late"));
    throw new Error("it broke");
  });
  expect(started.isEnding).toBe(false);
  const ending = started.endAll();
  expect(started.isEnding).toBe(true);
  await Promise.all([ending, started.endAll()]);
  expect(ended).toEqual(["late", "database"]);
  expect(lines.map(({ msg }) => msg)).toEqual(["worker did not close cleanly", "server did not close cleanly"]);
});

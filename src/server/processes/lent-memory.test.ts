import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { ByteBudget } from "../photos/decoding/byte-budget.ts";
import { borrowMemory, lendMemory } from "./lent-memory.ts";

it("several processes together take no more than one budget, and what one that ended had comes back", async () => {
  const budget = new ByteBudget(100);
  const process = () => {
    const leader = lendMemory(budget, (message) => follower.hear(message));
    const follower = borrowMemory((message) => leader.hear(message));
    return { leader, follower };
  };
  const [one, two, three] = [process(), process(), process()];
  const granted: string[] = [];
  const take = (name: string, { follower }: typeof one, bytes: number) =>
    follower.take(bytes).then((giveBack) => {
      granted.push(name);
      return giveBack;
    });
  const first = take("first", one, 80);
  void take("dies while it waits", two, 500);
  const third = take("third", three, 60);
  await setImmediate();
  expect(granted).toEqual(["first"]);
  two.leader.end();
  (await first)();
  await setImmediate();
  expect(granted).toEqual(["first", "third"]);
  void take("dies with what it has", one, 40);
  const last = take("last", two, 40);
  await setImmediate();
  expect(granted).toEqual(["first", "third", "dies with what it has"]);
  one.leader.end();
  (await last)();
  (await third)();
  await take("all of it", three, 100);
  expect(granted.slice(3)).toEqual(["last", "all of it"]);
});

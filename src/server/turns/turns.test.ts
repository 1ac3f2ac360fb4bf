import { expect, it } from "vitest";
import { type Sender, Turns } from "./turns.ts";

type File = { name: string; sender: Sender };
const file = (name: string, person: string, organization?: number): File => ({
  name,
  sender: { person, organization },
});

/** The order in which files are read, one at a time. */
function order(files: readonly File[]): string {
  const turns = new Turns<File>();
  for (const each of files) turns.add(each);
  const read: string[] = [];
  for (let next = turns.begin(); next; next = turns.begin()) {
    read.push(next.name);
    turns.end(next);
  }
  return read.join(" ");
}

it("one person's many files wait until everybody else's turn was theirs", () => {
  const ofAnn = ["a1", "a2", "a3", "a4"].map((name) => file(name, "ann", 1));
  expect(order([...ofAnn, file("b", "ben", 1), file("c", "cleo", 2), file("d", "dan", 2)])).toBe("a1 c b d a2 a3 a4");
});

it("a person of two organizations has no more turns than others", () => {
  const turns = new Turns<File>();
  for (const each of [file("a1", "ann", 1), file("a2", "ann", 2), file("b", "ben", 3)]) turns.add(each);
  expect(turns.begin()?.name).toBe("a1");
  expect(turns.begin()?.name).toBe("b");
  expect(turns.begin()).toBeUndefined();
  expect([turns.countOf("ann"), turns.waiting, turns.running]).toEqual([2, 1, 2]);
});

it("those without an organization count one by one", () => {
  expect(order([file("a1", "ann"), file("a2", "ann"), file("b", "ben")])).toBe("a1 b a2");
});

it("an organization has one turn at a time, and what is over makes room", () => {
  const turns = new Turns<File>();
  const first = file("a", "ann", 1);
  for (const each of [first, file("b", "ben", 1)]) turns.add(each);
  expect(turns.begin()).toBe(first);
  expect(turns.begin()).toBeUndefined();
  turns.end(first);
  expect(turns.begin()?.name).toBe("b");
});

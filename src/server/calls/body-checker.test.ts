import { afterAll, expect, it } from "vitest";
import { BodyChecker } from "./body-checker.ts";

const checker = new BodyChecker();
afterAll(() => checker.end());

const place = {
  ...{ locality: "Lihue", administrative_area: "Hawaii", postal_code: "96766", country: "US" },
  coordinates: [1, 2],
};
const quest = (fields: object[]) => ({
  method: "POST" as const,
  path: "/quests" as const,
  body: {
    quest_name: "Trees",
    quest_difficulty: 1,
    quest_status: "INACTIVE",
    quest_type: "UNCATEGORIZED",
    organization: { organization_id: 1 },
    locations: [place],
    protocol: { fields },
  },
  isToFirst: false,
});
const text = { key: "a", kind: "text", label: "a" };

it("says what is wrong with a body, and answers others meanwhile", async () => {
  let isAnswered = false;
  const checked = checker.check(quest([{ ...text, pattern: "(" }]), "ann");
  setImmediate(() => {
    isAnswered = true;
  });
  expect(await checked).toEqual({
    info: [{ path: "protocol.fields.0.pattern", message: { key: "validation.protocol.pattern.syntax" } }],
  });
  expect(isAnswered).toBe(true);
  const { quest_status: _, ...left } = quest([text]).body;
  const completed = await checker.check({ ...quest([]), body: left }, "ann");
  expect(completed).toMatchObject({ data: { ...left, quest_status: "INACTIVE" } });
});

it("takes one body of a person after the other, up to a limit, and goes on after a fault of its own", async () => {
  const right = () => checker.check(quest([text]), "ann");
  const wrong = checker.check({ ...quest([]), path: "/nothing" as const }, "ann");
  const isWrong = expect(wrong).rejects.toThrow("no call POST /nothing has a body");
  const others = [right(), right(), right(), right()];
  expect(right).toThrow(expect.objectContaining({ code: "unavailable" }));
  await isWrong;
  expect(await Promise.all(others)).toEqual([{}, {}, {}, {}]);
});

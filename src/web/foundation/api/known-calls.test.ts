import { expect, it } from "vitest";
import type { CallName } from "../../../contract/all-calls.ts";
import { knownCall } from "./known-calls.ts";

it("a call is known to the code that names it, with its answer; another one is refused by name", () => {
  expect(knownCall("getSettings")).toMatchObject({ method: "GET", path: "/admin/settings", answer: { type: "array" } });
  const unnamed = ["no", "Code", "Names", "It"].join("") as CallName;
  expect(() => knownCall(unnamed)).toThrow("noCodeNamesIt");
});

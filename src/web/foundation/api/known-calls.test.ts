import { expect, it } from "vitest";
import type { CallName } from "../../../contract/all-calls.ts";
import { answerSchemaOf, routeOf } from "./known-calls.ts";

it("a call is known to the code that names it, with its answer; another one is refused by name", () => {
  expect(routeOf("getSettings")).toEqual({ method: "GET", path: "/admin/settings", access: "admin" });
  expect(answerSchemaOf("getSettings")?.type).toBe("array");
  const unnamed = ["no", "Code", "Names", "It"].join("") as CallName;
  expect(() => routeOf(unnamed)).toThrow("noCodeNamesIt");
});

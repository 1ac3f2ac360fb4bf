import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../../../test/database.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { type Codes, createCodes } from "./codes.ts";

const minuteMs = 60_000;
let nowMs = Date.parse("2026-05-01T10:00:00Z");
let codes: Codes;

beforeAll(async () => {
  const database = await createTestDatabase();
  codes = createCodes(identityDatabase(database.pool), "secret", () => new Date(nowMs));
  return () => database.drop();
});

async function issue(subject: string): Promise<string> {
  const issued = await codes.issue("password-reset", subject);
  if (!("code" in issued)) throw new Error(`no code: ${issued.refused}`);
  return issued.code;
}

it("a code is worth nothing after five wrong guesses, however often it is tried", async () => {
  const subject = randomUUID();
  const code = await issue(subject);
  const wrong = code === "000000" ? "000001" : "000000";
  const guesses = [];
  for (let guess = 0; guess < 5; guess++) guesses.push(await codes.check("password-reset", subject, wrong));
  expect(guesses).toEqual(["wrong", "wrong", "wrong", "wrong", "used-up"]);
  expect(await codes.check("password-reset", subject, code)).toBe("used-up");
  expect(await codes.check("password-reset", subject, code)).toBe("used-up");
});

it("once the last code has run out, as many are sent as before", async () => {
  const subject = randomUUID();
  for (const _round of [1, 2]) {
    for (let send = 0; send < 5; send++) {
      await issue(subject);
      nowMs += minuteMs;
    }
    expect(await codes.issue("password-reset", subject)).toMatchObject({ refused: "too-many" });
    nowMs += 15 * minuteMs;
  }
});

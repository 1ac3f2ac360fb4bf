import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { findTotpStep, newTotpSecret } from "./totp.ts";

describe("codes of an authenticator app", () => {
  const secret = newTotpSecret();
  const now = new Date("2026-05-01T12:00:10Z");
  const codeAt = (offsetSeconds: number) =>
    new TOTP({ secret }).generate({ timestamp: now.getTime() + offsetSeconds * 1000 });

  it("belong to a step, one before and one after the present one included", () => {
    const present = Math.floor(now.getTime() / 30_000);
    expect([-30, 0, 30].map((offset) => findTotpStep(secret, codeAt(offset), now))).toEqual([
      present - 1,
      present,
      present + 1,
    ]);
    expect(findTotpStep(secret, codeAt(-90), now)).toBeUndefined();
    expect(findTotpStep(secret, codeAt(90), now)).toBeUndefined();
  });
  it.each(["", "12345", "1234567", "abcdef"])("are six digits, not %j", (code) => {
    expect(findTotpStep(secret, code, now)).toBeUndefined();
  });
});

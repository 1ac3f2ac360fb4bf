import { TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { findTotpStep, newTotpSecret } from "./totp.ts";

describe("authenticator codes", () => {
  const secret = newTotpSecret();
  const now = new Date("2026-05-01T12:00:10Z");
  const codeAt = (offsetSeconds: number) =>
    new TOTP({ secret }).generate({ timestamp: now.getTime() + offsetSeconds * 1000 });

  it("are valid for the current step and its neighbours", () => {
    const present = Math.floor(now.getTime() / 30_000);
    expect([-30, 0, 30].map((offset) => findTotpStep(secret, codeAt(offset), now))).toEqual([
      present - 1,
      present,
      present + 1,
    ]);
    // An Arabic keyboard's digits.
    const inArabic = codeAt(0).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");
    expect(findTotpStep(secret, inArabic, now)).toBe(present);
    expect(findTotpStep(secret, codeAt(-90), now)).toBeUndefined();
    expect(findTotpStep(secret, codeAt(90), now)).toBeUndefined();
  });
  it.each(["", "12345", "1234567", "abcdef"])("have six digits, not %j", (code) => {
    expect(findTotpStep(secret, code, now)).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { findPhoneNumber } from "./own-factor-routes.ts";

describe("phone numbers", () => {
  it.each([
    ["+1 (202) 555-0123", "+12025550123"],
    ["0049 30 1234567", "+49301234567"],
    ["٠٠٤٩ ٣٠ ١٢٣٤٥٦٧", "+49301234567"],
    ["＋４９ ３０ 1234567", "+49301234567"],
    ["030 1234567", undefined],
    ["+1", undefined],
    ["+1202555012a", undefined],
  ])("%s is %s", (input, number) => {
    expect(findPhoneNumber(input)).toBe(number);
  });
});

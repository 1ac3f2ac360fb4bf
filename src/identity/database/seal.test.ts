import { expect, it } from "vitest";
import { createSeal, WrongEncryptionKeyError } from "./seal.ts";

const first = "first key, long enough to be taken";
const second = "second key, long enough to be taken";

it("a sealed text is unreadable and opens only for its purpose", () => {
  const { seal, unseal } = createSeal([first]);
  const sealed = seal("JBSWY3DPEHPK3PXP", "software-token:1");
  expect(sealed).not.toContain("JBSWY3DP");
  expect(seal("JBSWY3DPEHPK3PXP", "software-token:1")).not.toBe(sealed);
  expect(unseal(sealed, "software-token:1")).toBe("JBSWY3DPEHPK3PXP");
});

it("a sealed text doesn't open when moved to another account or altered", () => {
  const { seal, unseal } = createSeal([first]);
  const sealed = seal("JBSWY3DPEHPK3PXP", "software-token:1");
  expect(() => unseal(sealed, "software-token:2")).toThrow();
  const changed = sealed.endsWith("A") ? `${sealed.slice(0, -1)}B` : `${sealed.slice(0, -1)}A`;
  expect(() => unseal(changed.replace(/.{4}(?=.$)/, "AAAA"), "software-token:1")).toThrow();
});

it("after a key rotation the new key seals, the old one opens, and without it the error says what to do", () => {
  const sealed = createSeal([first]).seal("secret", "x");
  const both = createSeal([second, first]);
  expect(both.unseal(sealed, "x")).toBe("secret");
  expect(both.isCurrent(sealed)).toBe(false);
  expect(both.isCurrent(both.seal("secret", "x"))).toBe(true);
  expect(() => createSeal([second]).unseal(sealed, "x")).toThrow(WrongEncryptionKeyError);
});

import { verify } from "@node-rs/argon2";
import { describe, expect, it, vi } from "vitest";
import { hashPassword, passwordFits } from "./passwords.ts";

vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  return { ...real, verify: vi.fn(real.verify) };
});

describe("passwords", () => {
  it("are stored as argon2id with 19 MiB, two passes, one lane", async () => {
    expect(await hashPassword("a fine password")).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("match only their own hash, however accents are typed", async () => {
    const hash = await hashPassword("caf\u00e9 au lait");
    expect(await passwordFits("cafe\u0301 au lait", hash)).toBe(true);
    expect(await passwordFits("cafe au lait", hash)).toBe(false);
  });

  it("take the same work without a hash", async () => {
    vi.mocked(verify).mockClear();
    expect(await passwordFits("anything", undefined)).toBe(false);
    expect(verify).toHaveBeenCalledTimes(1);
    expect(vi.mocked(verify).mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DomainError } from "../refusals/domain-error.ts";
import { PhotoAddresses, type PhotoAddressQuery } from "./signed-address.ts";

const addresses = new PhotoAddresses({ secret: "s".repeat(43), baseUrl: "https://cairn.example" });
const id = "8a1f7c1e-5c3e-4d8e-9a55-0d2b9f0a7e11";
const hourMs = 60 * 60 * 1000;

function parse(address: string): PhotoAddressQuery {
  const url = new URL(address);
  const [, , , photo = "", variant = ""] = url.pathname.split("/");
  return {
    id: photo,
    variant,
    expires: url.searchParams.get("expires") ?? "",
    signature: url.searchParams.get("signature") ?? "",
  };
}

function codeOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return error instanceof DomainError ? error.code : String(error);
  }
}

describe("signed URLs of photos", () => {
  it("are valid for one to two hours", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), (nowMs) => {
        const query = parse(addresses.sign(id, "display", nowMs));
        expect(addresses.verify(query, nowMs)).toBeGreaterThanOrEqual(hourMs / 1000);
        expect(codeOf(() => addresses.verify(query, nowMs + hourMs - 1))).toBeUndefined();
        expect(codeOf(() => addresses.verify(query, nowMs + 2 * hourMs))).toBe("photo_address_expired");
      }),
    );
  });

  it("stay the same within an hour, so that browsers can cache the photo", () => {
    const startMs = 1_800_000_000_000;
    expect(startMs % hourMs).toBe(0);
    const first = addresses.sign(id, "display", startMs + 1);
    expect(addresses.sign(id, "display", startMs + hourMs)).toBe(first);
    expect(addresses.sign(id, "display", startMs + hourMs + 1)).not.toBe(first);
    expect(addresses.verify(parse(first), startMs + 1)).toBe(2 * 60 * 60 - 1);
  });

  it("are rejected when any part is changed", () => {
    const nowMs = 1_800_000_000_000;
    const query = parse(addresses.sign(id, "display", nowMs));
    const part = fc.constantFrom("id" as const, "variant" as const, "expires" as const, "signature" as const);
    fc.assert(
      fc.property(part, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (name, place, text) => {
        const value = query[name];
        const at = place % (value.length + 1);
        const changed = value.slice(0, at) + text + value.slice(at + (place % 2 ? text.length : 0));
        fc.pre(changed !== value);
        expect(codeOf(() => addresses.verify({ ...query, [name]: changed }, nowMs))).toBe("photo_address_invalid");
      }),
      { numRuns: 500 },
    );
  });

  it("don't allow text to move from one part to the next", () => {
    const query = parse(addresses.sign(id, "display"));
    expect(codeOf(() => addresses.verify({ ...query, id: `${id}d`, variant: "isplay" }))).toBe("photo_address_invalid");
  });

  it("of another installation are rejected", () => {
    const others = new PhotoAddresses({ secret: "o".repeat(43), baseUrl: "https://cairn.example" });
    expect(codeOf(() => addresses.verify(parse(others.sign(id, "display"))))).toBe("photo_address_invalid");
  });

  it("of the photo aren't valid for the thumbnail", () => {
    const query = parse(addresses.sign(id, "display"));
    expect(codeOf(() => addresses.verify({ ...query, variant: "thumbnail" }))).toBe("photo_address_invalid");
  });

  it("require a long secret", () => {
    expect(() => new PhotoAddresses({ secret: "short", baseUrl: "" })).toThrow(/too short/);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeSecret, nextAttempt, pauseMs, signMessage } from "./webhook-rules.ts";

describe("a message", () => {
  it("[CALL-52] is signed as the test of the package standardwebhooks has it", () => {
    const signed = signMessage(
      "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
      "msg_p5jXN8AQM9LWM0D4loKWxJek",
      new Date(1_614_265_330_999),
      '{"test": 2432232314}',
    );
    expect(signed).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("[CALL-50] is signed with 32 random bytes", () => {
    const [one, other] = [makeSecret(), makeSecret()];
    expect(Buffer.from(one.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
    expect(one).not.toBe(other);
  });

  it("[CALL-52] that fails is sent ten times within three days, with growing pauses", () => {
    const begun = new Date(0);
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 20, maxLength: 20 }), (chances) => {
        const times = [0];
        for (const chance of chances) {
          const next = nextAttempt(begun, new Date(times.at(-1) ?? 0), () => chance);
          if (!next) break;
          times.push(next.getTime());
        }
        expect(times).toHaveLength(10);
        const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
        expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
        expect(times.at(-1)).toBeGreaterThan(65 * 3_600_000);
        expect(times.at(-1)).toBeLessThan(72 * 3_600_000);
      }),
    );
  });
});

it("a webhook that takes nothing rests longer and longer, up to five minutes", () => {
  const since = new Date(0);
  const pauses = [0, 60_000, 3_600_000].map((ms) => pauseMs(since, new Date(ms)));
  expect(pauses).toEqual([5_000, 30_000, 300_000]);
});

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { retryingFetch } from "./oauth-client.ts";

/** When each attempt was made, in milliseconds after the first. */
let attemptsAtMs: number[];
let answer: (attempt: number) => Response;

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  attemptsAtMs = [];
  vi.stubGlobal("fetch", async () => {
    attemptsAtMs.push(Date.now());
    return answer(attemptsAtMs.length);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ask = async () => {
  const asked = retryingFetch("http://id.test/oauth2/token", { method: "POST" }).then(
    (response) => response.status,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return asked;
};

describe("a call of the token service", () => {
  it.each([429, 500, 502, 503])(
    "[IDENT-12] answered with %i is made again, waiting twice as long each time",
    async (status) => {
      answer = () => new Response("", { status });
      expect(await ask()).toBe(status);
      expect(attemptsAtMs).toEqual([0, 200, 600, 1400, 3000, 5000]);
    },
  );

  it("[IDENT-12] that never reached it is made again, and given up after 5000 ms", async () => {
    answer = () => {
      throw new TypeError("Failed to fetch");
    };
    expect(await ask()).toEqual(new TypeError("Failed to fetch"));
    expect(attemptsAtMs.at(-1)).toBe(5000);
  });

  it("is not made again where the device has no line", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    answer = () => {
      throw new TypeError("Failed to fetch");
    };
    expect(await ask()).toEqual(new TypeError("Failed to fetch"));
    expect(attemptsAtMs).toEqual([0]);
    vi.restoreAllMocks();
  });

  it.each([200, 400, 401, 403, 404])("[IDENT-12] answered with %i is not made again", async (status) => {
    answer = () => new Response("", { status });
    expect(await ask()).toBe(status);
    expect(attemptsAtMs).toEqual([0]);
  });

  it("[IDENT-12] is over as soon as one attempt is answered", async () => {
    answer = (attempt) => new Response("", { status: attempt < 3 ? 503 : 200 });
    expect(await ask()).toBe(200);
    expect(attemptsAtMs).toEqual([0, 200, 600]);
  });
});

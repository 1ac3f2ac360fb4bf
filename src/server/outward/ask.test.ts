import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import {
  brokenAnswers,
  endlessAnswers,
  type HostileServer,
  largeAnswers,
  type Misdeed,
  startHostileServer,
} from "../../../test/hostile-server.ts";
import { readMetadata } from "../auth/external-provider.ts";
import { PlantnetClient } from "../field-tests/plantnet-client.ts";
import { ArchiveClient } from "../releases/archive-client.ts";
import { PictureServer } from "../static-map/fetch-picture.ts";
import { ask, putStream } from "./ask.ts";
import { OutwardPosts } from "./outward-posts.ts";

let server: HostileServer | undefined;
afterEach(() => server?.close());

async function start(misdeed: Misdeed): Promise<string> {
  server = await startHostileServer(misdeed);
  return server.origin;
}

/** Short enough to wait for, and longer than a pause of a server that drips. */
const timeoutMs = 400;
const bytesMax = 100_000;
const { signal } = new AbortController();
const content = () => Readable.from([Buffer.from("abc")]);

/** Every way in which the server asks another one for something. */
const askers: Record<string, (origin: string) => Promise<unknown>> = {
  "a question": (origin) => ask(origin, { timeoutMs, bytesMax }),
  "a file": (origin) =>
    putStream(origin, { headers: {}, content: content(), idleMs: 10_000, timeoutMs, bytesMax: 10_000, signal }),
  "a request of the archive": (origin) =>
    new ArchiveClient({ url: origin, token: "t", timeoutMs }).findRecord("x", signal),
  "a picture": async (origin) => {
    const found = await new PictureServer({ publicUrl: origin, bytesMax, timeoutMs }).fetch(origin);
    if (found.kind !== "picture") throw new Error(found.kind);
  },
  "a question about a plant": (origin) =>
    new PlantnetClient({ url: origin, apiKey: "k", timeoutMs }).identify(new Uint8Array([1])),
  "a question for keys": (origin) => readMetadata(`${origin}/x`),
};
/** Reads the keys within a time of its own. */
const ownTimes = ["a question for keys"];

describe.each(Object.entries(askers))("%s", (name, send) => {
  const misdeeds = { ...(ownTimes.includes(name) ? {} : endlessAnswers), ...largeAnswers };
  it.each(Object.entries(misdeeds))("ends where a server %s", async (_, misdeed) => {
    await expect(send(await start(misdeed))).rejects.toThrow();
    expect(server?.connections()).toBe(1);
  });

  it.each(Object.entries(brokenAnswers))(
    "follows nothing and fails, or says so, where a server %s",
    async (_, misdeed) => {
      const answer = await send(await start(misdeed)).catch((error: unknown) => error);
      expect(answer).toSatisfy((found) => found instanceof Error || (found as { status: number }).status === 302);
      expect(server?.connections()).toBe(1);
    },
  );
});

describe("a post", () => {
  it.each(Object.entries({ ...endlessAnswers, ...largeAnswers, ...brokenAnswers }))(
    "ends where a server %s",
    async (_, misdeed) => {
      const origin = await start(misdeed);
      const posts = new OutwardPosts({ allowedOrigins: [origin], timeoutMs });
      const status = await posts.post(origin, {}, Buffer.from("{}")).catch(() => "failed");
      expect(["failed", 200, 302]).toContain(status);
      expect(server?.connections()).toBe(1);
    },
  );
});

it("a question ends when it is told to, and keeps nothing of what was begun", async () => {
  const origin = await start(endlessAnswers["drips its answer"] ?? (() => undefined));
  const ending = new AbortController();
  const asked = ask(origin, { timeoutMs: 60_000, bytesMax, signal: ending.signal });
  ending.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
});

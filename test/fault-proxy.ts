import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a bad line does to a request or to its reply. */
const fates = [
  "drop-request",
  "truncate-request",
  "delay",
  "duplicate",
  "duplicate-later",
  "lose-reply",
  "truncate-reply",
  "foreign-error",
] as const;
type Fate = (typeof fates)[number] | "pass";

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type FaultProxy = {
  port: number;
  /** The share of requests that suffer something: over 0, to 1. Nothing does before. */
  startFaults(share: number): void;
  /** How often each thing happened to requests that carry something. */
  counts: Record<Fate, number>;
  close(): Promise<void>;
};

/**
 * Fates in the order of shuffled decks, in each of which every fault is once, and so many that pass that the share is right:
 * all kinds happen within few requests, whatever the seed.
 */
function dealFates(share: number, random: () => number): () => Fate {
  const passing = Array<Fate>(Math.round((fates.length * (1 - share)) / share)).fill("pass");
  let deck: Fate[] = [];
  return () => {
    if (deck.length === 0) {
      deck = [...fates, ...passing]
        .map((fate) => ({ fate, place: random() }))
        .sort((one, other) => one.place - other.place)
        .map(({ fate }) => fate);
    }
    return deck.pop() ?? "pass";
  };
}

/**
 * Stands in front of the server on `upstreamPort` and drops, delays, truncates and duplicates what `suffers` picks, in an order that `seed`
 * shuffles; a server that is down looks like a line that is.
 */
export async function startFaultProxy({
  upstreamPort,
  seed,
  suffers,
}: {
  upstreamPort: number;
  seed: number;
  suffers: (path: string) => boolean;
}): Promise<FaultProxy> {
  const random = seededRandom(seed);
  const nothing = (): Fate => "pass";
  // Decks of their own: each fault happens to requests that carry photos, and each to those that ask.
  let deal = { carrying: nothing, asking: nothing };
  const counts = Object.fromEntries([...fates, "pass"].map((fate) => [fate, 0])) as Record<Fate, number>;
  const chooseFate = (path: string, body: Buffer): Fate => {
    if (!suffers(path)) return "pass";
    if (body.length === 0) return deal.asking();
    const fate = deal.carrying();
    counts[fate] += 1;
    return fate;
  };

  const server = createServer((incoming, response) => {
    void handle(incoming, response).catch(() => incoming.socket.destroy());
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers, socket } = incoming;
    const body = await readBody(incoming);
    const fate = chooseFate(url, body);
    const sent = { upstreamPort, method, url, headers, body };
    switch (fate) {
      case "drop-request":
        return void socket.destroy();
      case "truncate-request":
        await forward({ ...sent, keptShare: random() }).catch(() => {});
        return void socket.destroy();
      case "delay":
        await wait(random() * 1_500);
        break;
      case "duplicate":
        await forward(sent);
        break;
      case "duplicate-later":
        setTimeout(() => void forward(sent).catch(() => {}), 200 + random() * 4_000);
        break;
      case "foreign-error":
        response.writeHead(502, { "content-type": "text/html" });
        return void response.end("<h1>Bad gateway</h1>");
      default:
    }
    const reply = await forward(sent);
    if (fate === "lose-reply") return void socket.destroy();
    response.writeHead(reply.status, reply.headers);
    if (fate !== "truncate-reply") return void response.end(reply.body);
    response.write(reply.body.subarray(0, Math.floor(reply.body.length * random())), () => socket.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    startFaults: (share) => {
      deal = {
        carrying: dealFates(share, seededRandom(seed + 1)),
        asking: dealFates(share, seededRandom(seed + 2)),
      };
    },
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Sends a request on; of its body so much as `keptShare` says, and then the connection ends. */
function forward({
  upstreamPort,
  method,
  url,
  headers,
  body,
  keptShare,
}: {
  upstreamPort: number;
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  keptShare?: number;
}): Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: "localhost", port: upstreamPort, method, path: url, headers, agent: false });
    outgoing.on("error", reject);
    outgoing.on("response", (reply) => {
      readBody(reply).then((read) => {
        resolve({ status: reply.statusCode ?? 502, headers: withoutHops(reply.headers), body: read });
      }, reject);
    });
    if (keptShare === undefined) return void outgoing.end(body);
    outgoing.write(body.subarray(0, Math.floor(body.length * keptShare)), () =>
      setTimeout(() => outgoing.destroy(new Error("truncated")), 50),
    );
  });
}

/** The body comes whole here, whatever its way was. */
function withoutHops({
  connection: _connection,
  "keep-alive": _alive,
  "transfer-encoding": _encoding,
  ...rest
}: IncomingHttpHeaders) {
  return rest;
}

import { connect, createServer, type Socket } from "node:net";
import { seededRandom } from "../test/seeded-random.ts";

/** Faults of a request or its response. */
const fatesOfAll = ["cut-request", "cut-answer", "swallow-answer", "delay"] as const;
/** Faults of requests with a photo. */
const fatesOfPhotos = [...fatesOfAll, "slow", "damage"] as const;
type Fate = (typeof fatesOfPhotos)[number] | "pass";

/** Requests of at least this size carry a photo. */
const photoFromBytes = 20_000;
/** Larger than any request head. */
const pieceOfBodyBytes = 16_000;
const slowBytesPerSecond = 100_000;
const delayMaxMs = 1_500;
/** Maximum silence after a swallowed response before the connection closes. */
const silenceMaxMs = 3_000;
const answerCutWithinBytes = 1_500;
/** How long the connection stalls before it breaks. Browsers report upload progress ten times a second. */
const stallBeforeBreakMs = 1_500;

/**
 * Deals faults from shuffled decks. A deck has each fault once, plus enough passes for the given share, so every kind
 * occurs within few requests, whatever the seed.
 */
function dealFates(fates: readonly Fate[], share: number, random: () => number): () => Fate {
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
 * A TCP connection between browsers and a server that tests cut, break and mend. On demand it also cuts requests and
 * responses at any byte, delays, throttles, swallows responses and damages photos, in an order shuffled by `seed`. It only
 * parses where HTTP requests begin and how long they are.
 */
export async function makeLine({ seed = 0 } = {}) {
  const random = seededRandom(seed);
  const nothing = (): Fate => "pass";
  // Separate decks, so that every fault also happens to requests with photos.
  let deal = { photo: nothing, other: nothing };
  const counts = Object.fromEntries([...fatesOfPhotos, "pass"].map((fate) => [fate, 0])) as Record<Fate, number>;
  const sockets = new Set<Socket>();
  let upstreamPort = 0;
  let isCut = false;
  let bytesUntilBreak = Number.POSITIVE_INFINITY;
  let damagesNext = false;

  function carry(client: Socket): void {
    // Browsers retry on a new connection when a reused one ends, so new ones must fail too.
    if (isCut) return void client.destroy();
    const upstream = connect(upstreamPort, "localhost");
    let fate: Fate = "pass";
    /** Bytes received of the current request, and where the fault occurs. */
    let sentBytes = 0;
    let faultAt = 0;
    let answerBytesLeft = Number.POSITIVE_INFINITY;
    const end = () => {
      for (const socket of [client, upstream]) {
        sockets.delete(socket);
        socket.destroy();
      }
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", end).on("close", end);
    }

    const begin = (bytes: Buffer) => {
      const text = bytes.subarray(0, 16_384).toString("latin1");
      if (!/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(text)) return;
      const headBytes = text.indexOf("\r\n\r\n") + 4;
      const bodyBytes = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
      const carriesPhoto = bodyBytes >= photoFromBytes;
      fate = carriesPhoto ? deal.photo() : deal.other();
      if (carriesPhoto) counts[fate] += 1;
      sentBytes = 0;
      // The middle of a photo request is photo data, because fields come first.
      faultAt = fate === "damage" ? headBytes + bodyBytes * (0.3 + random() * 0.5) : (headBytes + bodyBytes) * random();
      faultAt = Math.floor(faultAt);
      answerBytesLeft = fate === "cut-answer" ? Math.floor(random() * answerCutWithinBytes) : Number.POSITIVE_INFINITY;
    };

    const holdBack = (ms: number, then: () => void) => {
      client.pause();
      setTimeout(() => {
        then();
        client.resume();
      }, ms);
    };

    client.on("data", (bytes: Buffer) => {
      begin(bytes);
      const isStruck = sentBytes <= faultAt && faultAt < sentBytes + bytes.length;
      const at = faultAt - sentBytes;
      const isFirst = sentBytes === 0;
      sentBytes += bytes.length;
      if (damagesNext && bytes.length >= pieceOfBodyBytes) {
        damagesNext = false;
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      }
      if (bytes.length >= bytesUntilBreak) {
        isCut = true;
        client.pause();
        upstream.write(bytes.subarray(0, bytesUntilBreak));
        bytesUntilBreak = Number.POSITIVE_INFINITY;
        setTimeout(end, stallBeforeBreakMs);
        return;
      }
      bytesUntilBreak -= bytes.length;
      if (fate === "cut-request" && isStruck) return void upstream.write(bytes.subarray(0, at), end);
      if (fate === "damage" && isStruck) bytes[at] = 0xff ^ (bytes[at] ?? 0);
      if (fate === "delay" && isFirst) return holdBack(random() * delayMaxMs, () => upstream.write(bytes));
      upstream.write(bytes);
      if (fate === "slow") holdBack((bytes.length / slowBytesPerSecond) * 1000, () => {});
    });
    upstream.on("data", (bytes: Buffer) => {
      if (fate === "swallow-answer") return void setTimeout(end, random() * silenceMaxMs);
      if (answerBytesLeft < bytes.length) return void client.write(bytes.subarray(0, answerBytesLeft), end);
      answerBytesLeft -= bytes.length;
      client.write(bytes);
    });
  }

  const server = createServer(carry);
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port");
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    /** What browsers reach the server by. */
    url: `http://localhost:${address.port}`,
    goesTo(url: string): void {
      upstreamPort = Number(new URL(url).port);
    },
    cut,
    /** Works until the server has received this many more bytes. */
    breakAfter(bytes: number): void {
      bytesUntilBreak = bytes;
      isCut = false;
    },
    /** Flips one bit in the next body of some length. */
    damageNext(): void {
      damagesNext = true;
    },
    /** Shares of faulty requests, above 0 and up to 1. Before this call there are no faults. */
    startFaults(shares: { ofPhotos: number; ofOthers: number }): void {
      deal = {
        photo: dealFates(fatesOfPhotos, shares.ofPhotos, seededRandom(seed + 1)),
        other: dealFates(fatesOfAll, shares.ofOthers, seededRandom(seed + 2)),
      };
    },
    /** How often each fault happened to requests with a photo. */
    counts,
    /** Not cut any more, and without faults. */
    mend(): void {
      isCut = false;
      deal = { photo: nothing, other: nothing };
    },
    close(): void {
      cut();
      server.close();
    },
  };
}

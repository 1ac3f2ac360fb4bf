import { connect, createServer, type Socket } from "node:net";
import type { BrowserContext, Route } from "@playwright/test";

/** How long the connection stalls before it breaks. Browsers report upload progress ten times a second. */
const stallBeforeBreakMs = 1_500;

/** Larger than any request head. */
const pieceOfBodyBytes = 16_000;

/** A connection between pages and the server that tests can break and restore. */
export async function makeBreakableLine(serverUrl: string) {
  const upstreamPort = Number(new URL(serverUrl).port);
  const sockets = new Set<Socket>();
  let bytesUntilBreak = Number.POSITIVE_INFINITY;
  let isDown = false;
  let damagesNext = false;

  const server = createServer((client) => {
    // Browsers retry on a new connection when a reused one ends, so new ones must fail too.
    if (isDown) return void client.destroy();
    const upstream = connect(upstreamPort, "localhost");
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
    upstream.pipe(client);
    client.on("data", (bytes) => {
      if (damagesNext && bytes.length >= pieceOfBodyBytes) {
        damagesNext = false;
        bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
      }
      const isLast = bytes.length >= bytesUntilBreak;
      upstream.write(bytes.subarray(0, bytesUntilBreak));
      bytesUntilBreak -= bytes.length;
      if (!isLast) return;
      bytesUntilBreak = Number.POSITIVE_INFINITY;
      isDown = true;
      client.pause();
      setTimeout(end, stallBeforeBreakMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a port");
  const { port } = address;

  const goOver = async (route: Route) => {
    const url = new URL(route.request().url());
    url.port = String(port);
    await route.continue({ url: url.href });
  };
  return {
    /** Routes a context's requests to these addresses over this connection. */
    async carry(context: BrowserContext, addresses: readonly string[]): Promise<void> {
      for (const address of addresses) await context.route(address, goOver);
    },
    /** Works until the server has received this many more bytes. */
    breakAfter(bytes: number): void {
      bytesUntilBreak = bytes;
      isDown = false;
    },
    /** Flips one bit in the next body of some length. */
    damageNext(): void {
      damagesNext = true;
    },
    mend(): void {
      isDown = false;
    },
    close(): void {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

import { connect, createServer, type Socket } from "node:net";
import type { BrowserContext, Route } from "@playwright/test";

/** As long the line still seems to be there: browsers say ten times a second how much of a request has gone. */
const stallBeforeBreakMs = 1_500;

/** Larger than the head of any request. */
const pieceOfBodyBytes = 16_000;

/** A line between pages and the server that breaks where a test wants it to, and is down until it is mended. */
export async function makeBreakableLine(serverUrl: string) {
  const upstreamPort = Number(new URL(serverUrl).port);
  const sockets = new Set<Socket>();
  let bytesUntilBreak = Number.POSITIVE_INFINITY;
  let isDown = false;
  let damagesNext = false;

  const server = createServer((client) => {
    // Browsers send a request again by themselves where a connection that they had used before ends.
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
    /** What the pages of a context send to these addresses goes over this line. */
    async carry(context: BrowserContext, addresses: readonly string[]): Promise<void> {
      for (const address of addresses) await context.route(address, goOver);
    },
    /** It is good, and breaks once the server has so many more bytes. */
    breakAfter(bytes: number): void {
      bytesUntilBreak = bytes;
      isDown = false;
    },
    /** It carries on, and changes one bit of the next body of some length. */
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

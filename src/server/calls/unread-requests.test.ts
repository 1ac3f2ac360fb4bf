import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Ending } from "./ending.ts";
import { drainUnreadRequests } from "./unread-requests.ts";

let app: FastifyInstance;
let ending: Ending;

beforeEach(async () => {
  // Node's own timers, such as those of sockets, are real.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  ending = new Ending();
  app = fastify();
  drainUnreadRequests(app, ending);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _body, done) => done(null));
  app.post<{ Params: { status: string } }>("/:status", (request, reply) =>
    reply.code(Number(request.params.status)).send(),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** The fake time doesn't advance. */
async function until(check: () => boolean): Promise<void> {
  while (!check()) await new Promise(setImmediate);
}

/** Sends half of a body and waits for the early answer. */
async function sendHalf(status: number): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`POST /${status} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nhello`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toContain(`HTTP/1.1 ${status} `);
  await until(() => vi.getTimerCount() > 0);
  return socket;
}

const isOpen = async (socket: Socket) => {
  await new Promise(setImmediate);
  return !socket.destroyed;
};

it.each([
  ["a refusal", 413, 60_000],
  ["a failure of ours", 503, 1_000],
])(
  "after %s (%i) the rest of a request is awaited for %i ms, then its connection ends",
  async (_what, status, waitMs) => {
    const socket = await sendHalf(status);
    const closed = once(socket, "close");
    vi.advanceTimersByTime(waitMs - 1);
    expect(await isOpen(socket)).toBe(true);
    vi.advanceTimersByTime(1);
    await closed;
  },
);

it("a server that shuts down waits a second", async () => {
  const socket = await sendHalf(413);
  const closed = once(socket, "close");
  ending.begin();
  vi.advanceTimersByTime(1_000);
  await closed;
});

it("a request that ends after all keeps its connection, and no timer is left", async () => {
  const socket = await sendHalf(413);
  socket.write("world");
  await until(() => vi.getTimerCount() === 0);
  socket.write("POST /201 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
  expect(String((await once(socket, "data"))[0])).toContain("HTTP/1.1 201 ");
  socket.destroy();
});

it("an injected request has no connection to close", async () => {
  const { statusCode } = await app.inject({ method: "POST", url: "/413", payload: "hello" });
  expect(statusCode).toBe(413);
  expect(vi.getTimerCount()).toBe(0);
  vi.advanceTimersByTime(120_000);
});

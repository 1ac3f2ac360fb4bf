import type { lookup } from "node:dns";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { InwardAddressError, isPublic, OutwardPosts } from "./outward-posts.ts";

let server: Server | undefined;
let calls = 0;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  calls = 0;
});

/** A receiver on this machine, and its origin. */
async function receive(answer: RequestListener): Promise<string> {
  server = createServer((request, response) => {
    calls++;
    answer(request, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const post = (origin: string, allowedOrigins = [origin], timeoutMs = 10_000) =>
  new OutwardPosts({ allowedOrigins, timeoutMs }).post(`${origin}/x`, {}, Buffer.from("{}"));

describe("a post to an address that somebody names", () => {
  it.each([200, 302, 500])("ends with its status, %d, which leads nowhere", async (status) => {
    const origin = await receive((_, response) => {
      response.writeHead(status, { location: "/elsewhere" }).end("done");
    });
    expect(await post(origin)).toBe(status);
    expect(calls).toBe(1);
  });

  it("reads a few kilobytes of an endless answer", async () => {
    let written = 0;
    let close = () => {};
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    const origin = await receive((_, response) => {
      response.on("close", close);
      const write = () => {
        while (!response.destroyed && written < 1e9 && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on("drain", write);
      write();
    });
    expect(await post(origin)).toBe(200);
    await closed;
    expect(written).toBeLessThan(1e9);
  });

  it("doesn't wait for the rest of an answer that comes too slowly", async () => {
    const origin = await receive((_, response) => {
      response.writeHead(200).write("and");
    });
    expect(await post(origin, [origin], 200)).toBe(200);
  });

  it.each<[string, RequestListener, string]>([
    ["hangs", () => undefined, "ABORT_ERR"],
    ["closes the connection", (request) => request.socket.destroy(), "ECONNRESET"],
  ])("fails if the receiver %s", async (_, answer, code) => {
    const origin = await receive(answer);
    await expect(post(origin, [origin], 200)).rejects.toMatchObject({ code });
  });

  it("never reaches an inner address, neither named nor resolved at the moment of connecting", async () => {
    const origin = await receive((_, response) => void response.end());
    const port = new URL(origin).port;
    const named = (addresses: string[]) => {
      const answered = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
      const lookUpName = ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
        done(null, answered)) as unknown as typeof lookup;
      return new OutwardPosts({ allowedOrigins: [], lookUpName });
    };
    await expect(post(origin, [])).rejects.toThrow(InwardAddressError);
    for (const addresses of [["127.0.0.1"], ["::1"], ["142.250.74.78", "10.0.0.1"], []]) {
      const rebound = named(addresses).post(`https://lab.example:${port}/x`, {}, Buffer.from("{}"));
      await expect(rebound).rejects.toThrow(InwardAddressError);
    }
    expect(calls).toBe(0);
  });
});

it.each([
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["::1", false],
  ["fe80::1", false],
  ["fc00::1", false],
  ["::ffff:10.0.0.1", false],
  ["64:ff9b::a00:1", false],
  ["64:ff9b:1::a00:1", false],
  ["::127.0.0.1", false],
  ["::7f00:1", false],
  ["::ffff:0:127.0.0.1", false],
  ["2002:7f00:1::", false],
  ["2001:0:7f00:1::", false],
  ["fec0::1", false],
  ["4000::1", false],
  ["142.250.74.78", true],
  ["2a00:1450:4001:81c::200e", true],
])("%s is public: %s", (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";

export type FakeTileRequest = { path: string; userAgent: string | undefined };

export type FakeTileMood =
  | "serves"
  | "fails"
  | "silent"
  | "sends_text"
  | "sends_too_much"
  | "sends_damaged"
  | "missing";

export type FakeTileServer = {
  /** Contains `{z}`, `{x}` and `{y}`. */
  template: string;
  requests: FakeTileRequest[];
  mood: FakeTileMood;
  busiest: number;
  close(): Promise<void>;
};

export const tileColour = { r: 200, g: 30, b: 120 };

/** Serves every tile in one plain colour, 256 px square by default. */
export async function startFakeTileServer({ sizePx = 256 } = {}): Promise<FakeTileServer> {
  const tile = await sharp({ create: { width: sizePx, height: sizePx, channels: 3, background: tileColour } })
    .png()
    .toBuffer();
  const noise = await sharp({
    create: {
      width: 256,
      height: 256,
      channels: 3,
      background: "#000",
      noise: { type: "gaussian", mean: 99, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  let running = 0;
  const server = createServer(async (request, response) => {
    fake.requests.push({ path: request.url ?? "", userAgent: request.headers["user-agent"] });
    running += 1;
    fake.busiest = Math.max(fake.busiest, running);
    response.on("close", () => {
      running -= 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    switch (fake.mood) {
      case "silent":
        return;
      case "fails":
        return void response.writeHead(500).end();
      case "missing":
        return void response.writeHead(404).end();
      case "sends_text":
        return void response.writeHead(200, { "content-type": "image/png" }).end("<svg/>");
      case "sends_too_much":
        return void response.writeHead(200).end(Buffer.concat([tile, Buffer.alloc(600_000)]));
      case "sends_damaged":
        return void response.writeHead(200).end(noise.subarray(0, 500));
      default:
        return void response.writeHead(200, { "content-type": "image/png" }).end(tile);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const fake: FakeTileServer = {
    template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`,
    requests: [],
    mood: "serves",
    busiest: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return fake;
}

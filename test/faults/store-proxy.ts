import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export type StoreWeather = "well" | "answers 500" | "slow" | "silent" | "gone";

/** A proxy in front of an object store that simulates faults. */
export async function startStoreProxy(upstream: string) {
  const { hostname, port } = new URL(upstream);
  let weather: StoreWeather = "well";
  const server = createServer((incoming, response) => {
    if (weather === "answers 500") return void response.writeHead(500).end();
    if (weather === "gone") return void incoming.socket.destroy();
    if (weather === "silent") return void incoming.resume();
    setTimeout(
      () => {
        const { method, url, headers } = incoming;
        const outgoing = request({ hostname, port, method, path: url, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        });
        outgoing.on("error", () => response.destroy());
        incoming.pipe(outgoing);
      },
      weather === "slow" ? 3_000 : 0,
    );
  });
  server.on("connection", (socket) => socket.on("error", () => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: StoreWeather): void {
      weather = next;
      // Requests that hang from the silent phase never get an answer.
      if (next === "well") server.closeAllConnections();
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

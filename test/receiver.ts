import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

export type Posted = { path: string; headers: IncomingMessage["headers"]; body: string };

/** A server on this machine that keeps what is posted to it. */
export async function startReceiver() {
  const posted: Posted[] = [];
  const byDefault: RequestListener = (_request, response) => void response.writeHead(204).end();
  const receiver = {
    origin: "",
    posted,
    answer: byDefault,
    reset() {
      posted.length = 0;
      receiver.answer = byDefault;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    posted.push({ path: request.url ?? "", headers: request.headers, body });
    receiver.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receiver;
}

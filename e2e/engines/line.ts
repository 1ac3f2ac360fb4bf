import { connect, createServer, type Socket } from "node:net";

/** A connection between browsers and a server that can be cut. Browsers know only its address. */
export async function makeLine() {
  const sockets = new Set<Socket>();
  let upstreamPort = 0;
  let isCut = false;
  const line = createServer((client) => {
    if (isCut) return void client.destroy();
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
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => line.listen(0, "localhost", resolve));
  const address = line.address();
  if (address === null || typeof address === "string") throw new Error("a port");
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://localhost:${address.port}`,
    goesTo(url: string) {
      upstreamPort = Number(new URL(url).port);
    },
    cut,
    mend() {
      isCut = false;
    },
    close() {
      cut();
      line.close();
    },
  };
}

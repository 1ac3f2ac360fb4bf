import { createServer, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** What a server does with a connection, once something was asked. */
export type Misdeed = (socket: Socket) => void;

const head = (lines: string[]) => `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`;

/** Sends as fast as the other side takes it. */
export const pouring =
  (chunk: string | Buffer): Misdeed =>
  (socket) => {
    const write = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", write);
    write();
  };

/** A piece every 50 ms, so that nothing is ever idle. */
export const dripping =
  (piece: string): Misdeed =>
  (socket) => {
    const timer = setInterval(() => socket.write(piece), 50);
    socket.on("close", () => clearInterval(timer));
  };

const bomb = gzipSync(Buffer.alloc(50_000_000));

/** By name: those that never end by themselves, and those that send too much. */
export const endlessAnswers: Record<string, Misdeed> = {
  "hangs before the headers": () => undefined,
  "drips its headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    dripping("x: y\r\n")(socket);
  },
  "announces the answer again and again": dripping("HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n"),
  "drips its answer": (socket) => {
    socket.write(head(["content-type: application/json", "transfer-encoding: chunked"]));
    dripping("1\r\n \r\n")(socket);
  },
  "stops in its answer": (socket) => socket.write(`${head(["content-length: 100"])}{`),
};

export const largeAnswers: Record<string, Misdeed> = {
  "answers endlessly": (socket) => {
    socket.write(head(["content-type: application/json"]));
    pouring(" ".repeat(65_536))(socket);
  },
  "answers with a compressed bomb": (socket) =>
    socket.write(
      Buffer.concat([Buffer.from(head(["content-encoding: gzip", `content-length: ${bomb.length}`])), bomb]),
    ),
  "has endless headers": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    pouring(`x: ${"y".repeat(65_536)}\r\n`)(socket);
  },
};

export const brokenAnswers: Record<string, Misdeed> = {
  "ends the connection": (socket) => socket.destroy(),
  "speaks something else": (socket) => socket.end("220 mail.example ESMTP\r\n"),
  "redirects elsewhere": (socket) =>
    socket.end("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:9/secret\r\ncontent-length: 0\r\n\r\n"),
  "ends its answer early": (socket) => socket.end(`${head(["content-length: 100"])}{`),
};

export type HostileServer = { origin: string; port: number; connections: () => number; close: () => Promise<void> };

/** @param greets whether it begins without being asked, as mail servers do */
export async function startHostileServer(misdeed: Misdeed, { greets = false } = {}): Promise<HostileServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server: Server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    if (greets) misdeed(socket);
    else socket.once("data", () => misdeed(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("No address");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    port: address.port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

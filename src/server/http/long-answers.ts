import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ClientGoneError } from "./call-costs.ts";

/** A client that reads nothing for so long is considered gone. */
const stalledMs = 60_000;
const highWaterMarkBytes = 64 * 1024;
const longFromCharacters = 100_000;

type Sending = { request: FastifyRequest; reply: FastifyReply };

/**
 * Joins pieces into a text, or streams them if they are long; each is made when the one before was sent, as a heavy call.
 * An error after the first byte breaks the connection and is logged, so that no client takes a part for the whole.
 */
export async function textOrStreamOf(sending: Sending, pieces: AsyncGenerator<string>): Promise<string | Readable> {
  const { callCosts } = sending.request.server;
  const slices = callCosts ? callCosts.inSlices(sending.reply.raw, pieces) : pieces;
  let text = "";
  while (text.length <= longFromCharacters) {
    const next = await slices.next();
    if (next.done) return text;
    text += next.value;
  }
  return openStream(sending, followedBy(text, slices));
}

async function* followedBy(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

function openStream({ request, reply }: Sending, pieces: AsyncIterable<string>): Readable {
  endWhenStalled({ request, reply });
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: highWaterMarkBytes });
  stream.on("error", (error) => {
    const isOver = error instanceof ClientGoneError || reply.raw.destroyed;
    if (!isOver) request.log.error({ err: error }, "a long response broke off");
  });
  return stream;
}

export function endWhenStalled({ request, reply }: Sending): void {
  reply.raw.setTimeout(stalledMs, () => {
    request.log.info("a client stopped reading a long response");
    reply.raw.destroy();
  });
}

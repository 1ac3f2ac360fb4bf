import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ClientGoneError } from "./call-costs.ts";

/** A reader who takes nothing for so long is gone, or holds on to what others could use. */
const stalledMs = 60_000;
const highWaterMarkBytes = 64 * 1024;

type Sending = { request: FastifyRequest; reply: FastifyReply };

/**
 * Pieces as a stream to be sent, each made when the one before is taken, as one of the heavy calls. What goes wrong after the
 * first byte breaks the connection off and is logged: nobody takes a part for the whole.
 */
export function streamOf({ request, reply }: Sending, pieces: AsyncIterable<string> | Iterable<string>): Readable {
  const { callCosts } = request.server;
  return openStream({ request, reply }, callCosts ? callCosts.inSlices(reply.raw, pieces) : pieces);
}

/** The text that pieces come to, where that is short; a stream of them, where it is longer than `longFrom` characters. */
export async function textOrStreamOf(
  sending: Sending,
  pieces: AsyncIterable<string>,
  longFrom = 100_000,
): Promise<string | Readable> {
  const { callCosts } = sending.request.server;
  const slices = callCosts ? callCosts.inSlices(sending.reply.raw, pieces) : pieces;
  const iterator = slices[Symbol.asyncIterator]();
  let text = "";
  while (text.length <= longFrom) {
    const next = await iterator.next();
    if (next.done) return text;
    text += next.value;
  }
  return openStream(sending, followedBy(text, iterator));
}

async function* followedBy(first: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  try {
    yield first;
    for (;;) {
      const next = await rest.next();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await rest.return?.();
  }
}

function openStream({ request, reply }: Sending, pieces: AsyncIterable<string> | Iterable<string>): Readable {
  endWhenStalled({ request, reply });
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: highWaterMarkBytes });
  stream.on("error", (error) => {
    const isOver = error instanceof ClientGoneError || reply.raw.destroyed;
    if (!isOver) request.log.error({ err: error }, "a long response broke off");
  });
  return stream;
}

/** Breaks an answer off that nobody reads on. */
export function endWhenStalled({ request, reply }: Sending): void {
  reply.raw.setTimeout(stalledMs, () => {
    request.log.info("a client stopped reading a long response");
    reply.raw.destroy();
  });
}

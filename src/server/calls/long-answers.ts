import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../refusals/domain-error.ts";
import { ClientGoneError } from "./call-costs.ts";
import { callerOf } from "./limit-requests.ts";

/** A client that reads nothing for so long is considered gone. */
const stalledMs = 60_000;
const highWaterMarkBytes = 64 * 1024;
const longFromCharacters = 100_000;

type Sending = { request: FastifyRequest; reply: FastifyReply };

/**
 * Joins pieces into a text, or streams them if they are long; each is made when the one before was sent, as a heavy call.
 * An error after the first byte, or a right that ends, breaks the connection and is logged, so that no client takes a
 * part for the whole.
 */
export async function textOrStreamOf(sending: Sending, pieces: AsyncGenerator<string>): Promise<string | Readable> {
  const { request, reply } = sending;
  const { callCosts } = request.server;
  const slices = callCosts ? callCosts.inSlices({ connection: reply.raw, caller: callerOf(request) }, pieces) : pieces;
  let text = "";
  while (text.length <= longFromCharacters) {
    const next = await slices.next();
    if (next.done) return text;
    text += next.value;
  }
  return openStream(sending, followedBy(text, slices, request));
}

/** Whoever reads slowly gets nothing that was read after their right to it has ended. */
async function* followedBy(
  first: string,
  rest: AsyncGenerator<string>,
  request: FastifyRequest,
): AsyncGenerator<string> {
  try {
    yield first;
    for await (const piece of rest) {
      await askWhileSending(request);
      yield piece;
    }
  } finally {
    await rest.return(undefined);
  }
}

/**
 * A signed address ends within minutes, and a download that began before goes on.
 * @throws DomainError as at the call's beginning
 */
export async function askWhileSending({ askAgain, routeOptions }: FastifyRequest): Promise<void> {
  const access = routeOptions.config.call?.access;
  if (access !== "visitor" && access !== "signed_address") await askAgain?.();
}

function openStream({ request, reply }: Sending, pieces: AsyncIterable<string>): Readable {
  endWhenStalled({ request, reply });
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: highWaterMarkBytes });
  stream.on("error", (error) => {
    if (error instanceof ClientGoneError || reply.raw.destroyed) return;
    if (error instanceof DomainError && error.status < 500) {
      request.log.info({ code: error.code }, "a long response ended with the right to it");
    } else request.log.error({ err: error }, "a long response broke off");
  });
  return stream;
}

export function endWhenStalled({ request, reply }: Sending): void {
  reply.raw.setTimeout(stalledMs, () => {
    request.log.info("a client stopped reading a long response");
    reply.raw.destroy();
  });
}

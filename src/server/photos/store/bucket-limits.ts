import { pipeline, type Readable, Transform } from "node:stream";
import { withinTime } from "../../within-time.ts";

const slowestBytesPerSecond = 50_000;

/** How long these bytes may take. */
export const slowestMs = (bytes: number): number => (1_000 * bytes) / slowestBytesPerSecond;

/**
 * Ends with an error when the bucket takes too long for what it sends: `graceMs`, and more with each byte. How long the reader
 * takes doesn't count.
 * @param explain an error of `body`
 */
export async function* atPace(
  body: Readable,
  graceMs: number,
  explain: (error: unknown) => Error,
): AsyncGenerator<Buffer> {
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let leftMs = graceMs;
  for (;;) {
    const begunMs = performance.now();
    const { done, value } = await withinTime(leftMs, () => chunks.next()).catch((error: unknown) => {
      throw explain(error);
    });
    if (done) return;
    leftMs += slowestMs(value.length) - (performance.now() - begunMs);
    yield value;
  }
}

/** The body, up to an error after `bytesMax`. */
export function cutAt(body: Readable, bytesMax: number): Readable {
  let bytes = 0;
  const cut = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bytesMax) done(new RangeError(`more than ${bytesMax} bytes`));
      else done(null, chunk);
    },
  });
  // Its error ends both.
  pipeline(body, cut, () => undefined);
  return cut;
}

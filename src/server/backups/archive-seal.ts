import { createHash, type Hash } from "node:crypto";
import { Transform, type TransformCallback } from "node:stream";
import { pack } from "tar-stream";
import { entryNames } from "./backup-format.ts";

/** Two blocks of zeros end every tar archive. */
const endBytes = 1024;

/** A seal is one entry of two blocks and the end of the archive. */
export const sealBytes = 1024 + endBytes;

/** The last bytes of an archive whose bytes before them have this SHA-256, always the same for the same hash. */
export async function makeSeal(sha256: string): Promise<Buffer> {
  const seal = pack();
  seal.entry({ name: entryNames.seal, mode: 0o600, mtime: new Date(0) }, `${sha256}\n`);
  seal.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of seal as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Passes a tar archive on and puts the seal in the place of its end. */
export class SealingStream extends Transform {
  readonly #hash: Hash = createHash("sha256");
  #held: Buffer = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytes = Buffer.concat([this.#held, chunk]);
    const passed = bytes.subarray(0, Math.max(0, bytes.length - endBytes));
    this.#held = Buffer.from(bytes.subarray(passed.length));
    this.#hash.update(passed);
    done(null, passed);
  }

  override _flush(done: TransformCallback): void {
    makeSeal(this.#hash.digest("hex")).then((seal) => done(null, seal), done);
  }
}

import type { IncomingMessage } from "node:http";
import type { Multipart, MultipartValue } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** A request whose body is a form, not read yet. */
export type UnreadForm = Pick<FastifyRequest, "parts" | "raw">;

/** Text fields are short, and one file comes with them, unless something else is said. */
export type FormLimits = {
  fileBytes: number;
  fields: number;
  files?: number;
  /** All of the form, with what stands before and between its parts. A photo that is too large is read to this point. */
  bytes?: number;
  /** The bytes of fields that may be longer than others, by name. */
  longFields?: Readonly<Record<string, number>>;
};

const fieldBytesMax = 10_000;
const formBytesMax = 2 * photoBytesMax + 1_000_000;

/**
 * The parts of a form as they come. It ends when the request does, however that ends.
 * @throws DomainError `invalid_request` for what is no form or was cut off, `request_too_large`
 */
export async function* readFormParts(form: UnreadForm, formLimits: FormLimits): AsyncGenerator<Multipart> {
  const { fileBytes, fields, files = 1, bytes = formBytesMax, longFields = {} } = formLimits;
  const { raw } = form;
  if (isCutOff(raw)) throw cutOff();
  const fieldSize = Math.max(fieldBytesMax, ...Object.values(longFields));
  const limits = { fileSize: fileBytes, files, fields, fieldSize, parts: fields + files + 3 };
  const parts = form.parts({ limits })[Symbol.asyncIterator]();
  // A long field that comes again and again would fill the memory.
  let textBytesLeft = fieldSize + fields * fieldBytesMax;
  const ending = watchEnd(raw, bytes);
  try {
    for (;;) {
      const { value: part, done } = await Promise.race([parts.next(), ending.early]);
      if (done) return;
      if (part.type === "field") {
        textBytesLeft -= typeof part.value === "string" ? Buffer.byteLength(part.value) : 0;
        if (isTooLong(part, longFields) || textBytesLeft < 0) throw new DomainError("request_too_large.field");
      }
      if (part.type === "file") {
        part.file.on("error", (error) => blameSender(error, raw));
        // a short form has come to its end before its parts are read
        if (part.file.errored) blameSender(part.file.errored, raw);
      }
      yield part;
    }
  } catch (error) {
    if (files > 1 && codeOf(error) === "FST_FILES_LIMIT") throw new DomainError("validation_failed.tooManyPhotos");
    throw toRefusal(error, raw);
  } finally {
    ending.forget();
  }
}

/** The parser waits for ever for a request that has ended before its end, where it was not there to see it end. */
function watchEnd(raw: IncomingMessage, bytesMax: number): { early: Promise<never>; forget: () => void } {
  let forget = () => {};
  const early = new Promise<never>((_resolve, reject) => {
    const onClose = () => {
      if (isCutOff(raw)) reject(cutOff());
    };
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) reject(new DomainError("request_too_large"));
    };
    raw.on("close", onClose).on("data", onData);
    forget = () => raw.off("close", onClose).off("data", onData);
  });
  early.catch(() => undefined);
  return { early, forget };
}

/** Whoever reads a part that does not come to its end hears of it there; it is no failure of ours. */
function blameSender(error: Error, raw: IncomingMessage): void {
  // Node gives a request that was cut off the code of any connection that was, such as that to the database.
  if (isCutOff(raw)) Object.assign(error, { code: undefined, statusCode: 400 });
  if (/terminated early|Unexpected end of multipart data/.test(error.message))
    Object.assign(error, { statusCode: 400 });
}

const codeOf = (error: unknown) => (error as { code?: unknown }).code;

function isTooLong(
  { fieldname, value, valueTruncated }: MultipartValue,
  longFields: Readonly<Record<string, number>>,
): boolean {
  if (valueTruncated || typeof value !== "string") return valueTruncated;
  const bytesMax = Object.hasOwn(longFields, fieldname) ? (longFields[fieldname] ?? 0) : fieldBytesMax;
  return Buffer.byteLength(value) > bytesMax;
}

function isCutOff(raw: IncomingMessage): boolean {
  return raw.destroyed && !raw.readableEnded;
}

function cutOff(): DomainError {
  return new DomainError("invalid_request.cutOff");
}

/** What the parser says is the sender's fault: its own errors have a code, the form's syntax has none. */
function toRefusal(error: unknown, raw: IncomingMessage): unknown {
  if (error instanceof DomainError) return error;
  if (isCutOff(raw)) return cutOff();
  return codeOf(error) === undefined ? new DomainError("invalid_request.form", { cause: error }) : error;
}

import type { IncomingMessage } from "node:http";
import type { Multipart, MultipartFile, MultipartValue } from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import { photoBytesMax } from "../../contract/limits.ts";
import { DomainError } from "../refusals/domain-error.ts";

export type UnreadForm = Pick<FastifyRequest, "parts" | "raw" | "askAgain">;

/** By default text fields are short, and there is one file. */
export type FormLimits = {
  fileBytes: number;
  fields: number;
  files?: number;
  /** The whole form. A photo that is too large is read up to this point. */
  bytes?: number;
  /** Limits of fields that may be longer than others. */
  longFields?: Readonly<Record<string, number>>;
};

const fieldBytesMax = 10_000;
const formBytesMax = 2 * photoBytesMax + 1_000_000;

/**
 * The parts of a form as they arrive.
 * @throws DomainError `invalid_request` for an invalid or interrupted form, `request_too_large`
 */
export async function* readFormParts(form: UnreadForm, formLimits: FormLimits): AsyncGenerator<Multipart> {
  const { fileBytes, fields, files = 1, bytes = formBytesMax, longFields = {} } = formLimits;
  const { raw } = form;
  if (isCutOff(raw)) throw cutOff();
  const fieldSize = Math.max(fieldBytesMax, ...Object.values(longFields));
  const limits = { fileSize: fileBytes, files, fields, fieldSize, parts: fields + files + 3 };
  const parts = form.parts({ limits })[Symbol.asyncIterator]();
  // Repeated long fields would fill the memory.
  let textBytesLeft = fieldSize + fields * fieldBytesMax;
  const ending = watchEnd(raw, bytes);
  try {
    for (;;) {
      const { value: part, done } = await Promise.race([parts.next(), ending.early]);
      if (done) break;
      if (part.type === "field") {
        textBytesLeft -= typeof part.value === "string" ? Buffer.byteLength(part.value) : 0;
        if (isTooLong(part, longFields) || textBytesLeft < 0) throw new DomainError("request_too_large.field");
      }
      if (part.type === "file") {
        part.file.on("error", (error) => blameSender(error, raw));
        // A short form may have ended already.
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
  // Outside: a failure of the database here is not a fault of the form.
  await form.askAgain?.();
}

/** The files of one field, as they come; all other parts are ignored. @throws DomainError as `readFormParts` */
export async function* readFormFiles(
  form: UnreadForm,
  field: string,
  formLimits: FormLimits,
): AsyncGenerator<MultipartFile> {
  for await (const part of readFormParts(form, formLimits)) {
    if (part.type !== "file") continue;
    if (part.fieldname === field) yield part;
    else part.file.resume();
  }
}

/** The parser would wait forever for a request that was interrupted before it looked. */
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

/** An interrupted part is the client's fault, not a failure of the server. */
function blameSender(error: Error, raw: IncomingMessage): void {
  // Node uses the same code for any broken connection, such as one to the database.
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

/** The parser's own errors have a code; syntax errors of the form have none. */
function toRefusal(error: unknown, raw: IncomingMessage): unknown {
  if (error instanceof DomainError) return error;
  if (isCutOff(raw)) return cutOff();
  return codeOf(error) === undefined ? new DomainError("invalid_request.form", { cause: error }) : error;
}

import * as z from "zod/mini";
import type { DepositFailureReason } from "../../contract/desk-enums.ts";
import { doiSchema } from "../../contract/releases.ts";
import { ask, putStream, UnreadableAnswerError } from "../outward/ask.ts";

/** The archive can't be reached, is busy, or answers with something else: the same request may succeed later. */
export class ArchiveOutageError extends Error {
  override readonly name = "ArchiveOutageError";
}

/** Trying again changes nothing. */
export class DepositError extends Error {
  override readonly name = "DepositError";
  /** @param answer in the archive's words */
  constructor(
    readonly failure: DepositFailureReason,
    readonly answer: string | null = null,
  ) {
    super(failure);
  }
}

const problemSchema = z.object({ field: z.string(), messages: z.array(z.string()) });
const pidsSchema = z.looseObject({ doi: z.optional(z.looseObject({ identifier: z.optional(z.string()) })) });
const recordSchema = z.object({
  /** Part of addresses. */
  id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,100}$/)),
  pids: z.optional(pidsSchema),
  errors: z.optional(z.array(problemSchema)),
});
const fileSchema = z.object({
  key: z.string(),
  /** `completed` if it is whole. */
  status: z.string(),
  size: z.nullish(z.number()),
  /** `md5:…` */
  checksum: z.nullish(z.string()),
});
const refusalSchema = z.object({ message: z.string(), errors: z.optional(z.array(problemSchema)) });

export type ArchiveRecord = z.infer<typeof recordSchema>;
export type ArchivedFile = z.infer<typeof fileSchema>;

type Method = "GET" | "POST" | "PUT" | "DELETE";
type Request = { body?: object; absent?: 404; signal: AbortSignal };

const answerBytesMax = 2_000_000;
/** A file that is sent more slowly than this, on average, is given up. */
const slowestBytesPerSecond = 50_000;
const refusalLengthMax = 1_000;
const passingStatuses = [408, 425, 429];
/** Zenodo answers in an older form unless it is asked for this one. Calls of files have only JSON. */
const accept = "application/vnd.inveniordm.v1+json, application/json;q=0.9";

/**
 * An archive that runs InvenioRDM. To keep the token secret, it follows no redirects, and no error has headers.
 * Every method throws `ArchiveOutageError` and `DepositError`.
 */
export class ArchiveClient {
  /** Its origin. */
  readonly url: string;
  readonly #token: string;
  readonly #timeoutMs: number;
  readonly #idleMs: number;

  /** @param options.idleMs how long the sending of a file may stand still */
  constructor(options: { url: string; token: string; timeoutMs?: number; idleMs?: number }) {
    const { url, token, timeoutMs = 120_000, idleMs = 300_000 } = options;
    this.url = url;
    this.#token = token;
    this.#timeoutMs = timeoutMs;
    this.#idleMs = idleMs;
  }

  /** A published record; undefined for a draft. */
  findRecord(id: string, signal: AbortSignal): Promise<ArchiveRecord | undefined> {
    return this.#find(id, `/${id}`, signal);
  }

  findDraft(id: string, signal: AbortSignal): Promise<ArchiveRecord | undefined> {
    return this.#find(id, `/${id}/draft`, signal);
  }

  async createDraft(record: object, signal: AbortSignal): Promise<ArchiveRecord> {
    return parse(recordSchema, await this.#ask("POST", "", { body: record, signal }));
  }

  /** Keeps the DOI that was reserved. */
  async updateDraft({ id, pids = {} }: ArchiveRecord, record: object, signal: AbortSignal): Promise<ArchiveRecord> {
    return recordOf(id, await this.#ask("PUT", `/${id}/draft`, { body: { ...record, pids }, signal }));
  }

  async deleteDraft(id: string, signal: AbortSignal): Promise<void> {
    await this.#ask("DELETE", `/${id}/draft`, { absent: 404, signal });
  }

  async reserveDoi(id: string, signal: AbortSignal): Promise<void> {
    await this.#ask("POST", `/${id}/draft/pids/doi`, { signal });
  }

  async listFiles(id: string, signal: AbortSignal): Promise<ArchivedFile[]> {
    const answer = await this.#ask("GET", `/${id}/draft/files`, { signal });
    return parse(z.object({ entries: z.array(fileSchema) }), answer).entries;
  }

  async deleteFile(id: string, name: string, signal: AbortSignal): Promise<void> {
    await this.#ask("DELETE", `/${id}/draft/files/${name}`, { absent: 404, signal });
  }

  /** @param name is part of the address as it is */
  async sendFile(
    id: string,
    { name, bytes, content }: { name: string; bytes: number; content: AsyncIterable<Uint8Array> },
    signal: AbortSignal,
  ): Promise<ArchivedFile> {
    await this.#ask("POST", `/${id}/draft/files`, { body: [{ key: name }], signal });
    const sent = new Sent(content);
    const headers = { "content-type": "application/octet-stream", "content-length": bytes };
    try {
      await this.#exchange((ours) => {
        const address = this.#addressOf(`/${id}/draft/files/${name}/content`);
        return putStream(address, {
          headers: { ...headers, ...ours },
          content: sent.read(),
          idleMs: this.#idleMs,
          timeoutMs: this.#timeoutMs + (1_000 * bytes) / slowestBytesPerSecond,
          bytesMax: answerBytesMax,
          signal,
        });
      });
    } catch (error) {
      throw sent.failure ?? error;
    }
    return parse(fileSchema, await this.#ask("POST", `/${id}/draft/files/${name}/commit`, { signal }));
  }

  async publish(id: string, signal: AbortSignal): Promise<ArchiveRecord> {
    return recordOf(id, await this.#ask("POST", `/${id}/draft/actions/publish`, { signal }));
  }

  async #find(id: string, path: string, signal: AbortSignal): Promise<ArchiveRecord | undefined> {
    const answer = await this.#ask("GET", path, { absent: 404, signal });
    return answer === undefined ? undefined : recordOf(id, answer);
  }

  /** Undefined for an answer without content, or with the status `absent`. */
  #ask(method: Method, path: string, { body, absent, signal }: Request): Promise<unknown> {
    return this.#exchange(
      (headers) =>
        ask(this.#addressOf(path), {
          method,
          headers: { ...headers, ...(body && { "content-type": "application/json" }) },
          ...(body && { body: JSON.stringify(body) }),
          timeoutMs: this.#timeoutMs,
          bytesMax: answerBytesMax,
          signal,
        }),
      absent,
    );
  }

  #addressOf(path: string): string {
    return `${this.url}/api/records${path}`;
  }

  async #exchange(
    send: (headers: Record<string, string>) => Promise<{ status: number; body: Buffer }>,
    absent?: 404,
  ): Promise<unknown> {
    try {
      const { status, body } = await send({ accept, authorization: `Bearer ${this.#token}` });
      return this.#read(status, body, absent);
    } catch (error) {
      if (error instanceof DepositError || error instanceof ArchiveOutageError) throw error;
      const reason = error instanceof UnreadableAnswerError ? error.cause : error;
      throw new ArchiveOutageError(`the archive gave no answer (${reasonOf(reason)})`);
    }
  }

  #read(status: number, body: Buffer, absent: 404 | undefined): unknown {
    if (status === absent || status === 204) return undefined;
    if (status >= 500 || passingStatuses.includes(status)) {
      throw new ArchiveOutageError(`the archive answered with the status ${status}`);
    }
    if (status >= 300 && status < 400) throw new DepositError("redirected");
    const text = body.toString("utf8");
    if (status >= 400) throw new DepositError("refused", this.#withoutToken(describeRefusal(status, text)));
    return jsonOf(text);
  }

  /** Some answers repeat what they were asked, token included. */
  #withoutToken(text: string): string {
    return text.replaceAll(this.#token, "…").slice(0, refusalLengthMax);
  }
}

/** What the archive finds wrong with a draft's description. It takes such a draft, but doesn't publish it. */
export function problemsOf({ errors = [] }: ArchiveRecord): string | undefined {
  const problems = errors.filter(({ field }) => field.startsWith("metadata"));
  return problems.length === 0 ? undefined : describeProblems(problems).slice(0, refusalLengthMax);
}

/** @throws DepositError `no_doi` */
export function doiOf({ pids }: ArchiveRecord): string {
  const { data } = doiSchema.safeParse({ doi: pids?.doi?.identifier });
  if (!data) throw new DepositError("no_doi");
  return data.doi;
}

const describeProblems = (problems: readonly z.infer<typeof problemSchema>[]) =>
  problems.map(({ field, messages }) => `${field}: ${messages.join(" ")}`).join("; ");

function describeRefusal(status: number, text: string): string {
  const { data } = refusalSchema.safeParse(jsonOr(text));
  if (!data) return `${status}`;
  return [`${status}: ${data.message}`, describeProblems(data.errors ?? [])].filter(Boolean).join(" ");
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): unknown {
  const value = jsonOr(text);
  if (value === undefined) throw new ArchiveOutageError("the archive's answer can't be read");
  return value;
}

/** What a proxy answers in its place, such as a page of maintenance, is an outage as well. */
function parse<T>(schema: z.ZodMiniType<T>, answer: unknown): T {
  const { data } = schema.safeParse(answer);
  if (data === undefined) throw new ArchiveOutageError("the archive's answer can't be read");
  return data;
}

/** An answer about another record, such as one that was kept on its way, would give a release the DOI of another. */
function recordOf(id: string, answer: unknown): ArchiveRecord {
  const record = parse(recordSchema, answer);
  if (record.id !== id) throw new ArchiveOutageError("the archive answered about another record");
  return record;
}

function reasonOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: { code?: unknown }; code?: unknown; name?: unknown };
  return String(cause?.code ?? (typeof code === "string" ? code : name));
}

/** What is read to be sent; tells a failure to read from one to send. */
class Sent {
  failure: unknown;

  constructor(private readonly content: AsyncIterable<Uint8Array>) {}

  async *read(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.content;
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

import { createHash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { QuestDataPoint } from "../../src/contract/data-points.ts";
import type { Quest } from "../../src/contract/quests.ts";
import { makePhoto } from "../make-photo.ts";
import type { FaultyServer } from "./faulty-server.ts";
import { amount } from "./rounds.ts";

const username = "bob";
/** A demo quest that uses the specification's form. */
const questName = "Bark and Girth of the Blue Ridge";
const answerTimeoutMs = 60_000;

export type Receipt = { id: string; sha256: string };

/** Counts of each status, code and message a volunteer saw, and of missing answers. */
export type Seen = Record<string, number>;

/** Volunteers who joined a quest and resend each data point with the same id until it is acknowledged. */
export class Volunteers {
  readonly receipts: Receipt[] = [];
  readonly seen: Seen = {};
  /** Milliseconds between the first try and the receipt of each acknowledged data point. */
  readonly waitedMs: number[] = [];
  readonly #server: FaultyServer;
  readonly #random: () => number;
  #photo: Buffer | undefined;
  #token: string | undefined;
  questId = 0;

  constructor(server: FaultyServer, random: () => number) {
    this.#server = server;
    this.#random = random;
  }

  async join(): Promise<void> {
    this.#photo = await makePhoto({ width: amount(1600, 800), height: amount(1200, 600), quality: 90 });
    this.#token = await this.#server.signIn(username);
    const quest = ((await this.get("/quests")) as Quest[]).find(({ quest_name }) => quest_name === questName);
    if (!quest) throw new Error("there is no quest to join");
    this.questId = quest.id;
    await this.#call("POST", `/adventurers/${username}/quests/${quest.id}/sign-up`);
  }

  async get(path: string): Promise<unknown> {
    const answer = await this.#call("GET", path);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  }

  #call(method: string, path: string, body?: FormData): Promise<Response> {
    return fetch(`${this.#server.origin}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}` },
      signal: AbortSignal.timeout(answerTimeoutMs),
      ...(body ? { body } : {}),
    });
  }

  /** `clients` upload `count` data points between them; resolves when all have receipts. */
  async upload(count: number, clients: number, deadlineMs = amount(20, 2) * 60_000): Promise<void> {
    let left = count;
    const deadline = Date.now() + deadlineMs;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (left > 0) {
          left -= 1;
          await this.#uploadUntilAcknowledged(deadline);
        }
      }),
    );
  }

  async #uploadUntilAcknowledged(deadline: number): Promise<void> {
    const id = randomUUID();
    const photo = unique(this.#photo ?? Buffer.alloc(0));
    const sha256 = createHash("sha256").update(photo).digest("hex");
    const startedAt = performance.now();
    for (;;) {
      if (Date.now() > deadline) throw new Error(`no receipt in time; seen: ${JSON.stringify(this.seen)}`);
      const receipt = await this.tryOnce(id, photo, sha256);
      if (receipt) {
        if (receipt.id !== id || receipt.sha256 !== sha256) throw new Error("the receipt is of something else");
        this.receipts.push({ id, sha256 });
        this.waitedMs.push(performance.now() - startedAt);
        return;
      }
      await wait(100 + this.#random() * 400);
    }
  }

  /** One try; undefined if it wasn't acknowledged. */
  async tryOnce(id: string, photo: Buffer, sha256: string): Promise<Receipt | undefined> {
    const form = new FormData();
    const fields = { id, tree_width: "91", latitude: "21.9712", longitude: "-159.3701", sha256 };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set("file", new Blob([new Uint8Array(photo)], { type: "image/jpeg" }), "tree.jpg");
    const path = `/adventurers/${username}/quests/${this.questId}/data/uploads?data_type=image`;
    try {
      const answer = await this.#call("POST", path, form);
      const body = (await answer.json()) as Partial<Receipt> & { code?: string; detail?: string };
      this.see(answer.status === 201 ? "201" : `${answer.status} ${body.code}: ${body.detail}`);
      if (answer.status === 401) this.#token = await this.#server.signIn(username);
      if (answer.status !== 201) return undefined;
      return { id: String(body.id), sha256: String(body.sha256) };
    } catch {
      this.see("no answer: the outbox keeps it and sends it again");
      return undefined;
    }
  }

  see(what: string): void {
    this.seen[what] = (this.seen[what] ?? 0) + 1;
  }

  /**
   * Compares receipts with the server's data: missing data points, rows without a receipt, duplicate rows, and stored
   * photos that differ from the sent ones.
   */
  async compare(storedHashes: ReadonlySet<string>) {
    const path = `/adventurers/${username}/quests/${this.questId}/data`;
    const points = (await this.get(path)) as QuestDataPoint[];
    const own = points.filter(({ sha256 }) => sha256 !== null && this.#wasSent(sha256));
    const rows = new Map(own.map(({ id, sha256 }) => [id, sha256]));
    const ids = new Set(this.receipts.map(({ id }) => id));
    return {
      lost: this.receipts.filter(({ id, sha256 }) => rows.get(id) !== sha256).length,
      twice: own.length - new Set(own.map(({ sha256 }) => sha256)).size,
      unacknowledged: own.filter(({ id }) => !ids.has(id)).length,
      photosLost: this.receipts.filter(({ sha256 }) => !storedHashes.has(sha256)).length,
    };
  }

  readonly #sent = new Set<string>();
  #wasSent(sha256: string): boolean {
    if (this.#sent.size < this.receipts.length) for (const receipt of this.receipts) this.#sent.add(receipt.sha256);
    return this.#sent.has(sha256);
  }

  /** Resolves when the display version of every acknowledged photo is available. */
  async seePictures(): Promise<number> {
    const points = (await this.get(`/adventurers/${username}/quests/${this.questId}/data`)) as QuestDataPoint[];
    let shown = 0;
    for (const { sha256, thumbnail_presigned_url } of points) {
      if (sha256 === null || thumbnail_presigned_url === null || !this.#wasSent(sha256)) continue;
      const answer = await fetch(thumbnail_presigned_url);
      await answer.arrayBuffer();
      if (answer.status === 200) shown += 1;
    }
    return shown;
  }
}

export const nothingLost = { lost: 0, twice: 0, unacknowledged: 0, photosLost: 0 };

/** The same photo with a unique comment after its first marker, so that its bytes are unique. */
export function unique(photo: Buffer): Buffer {
  const text = Buffer.from(randomUUID());
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([photo.subarray(0, 2), head, text, photo.subarray(2)]);
}

/** The hashes of all files below a folder. */
export async function hashesIn(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const hashes = new Set<string>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => undefined);
    if (bytes) hashes.add(createHash("sha256").update(bytes).digest("hex"));
  }
  return hashes;
}

/** Median and maximum, in whole milliseconds. */
export function spreadOf(values: readonly number[]): { p50: number; max: number } {
  const sorted = [...values].sort((one, other) => one - other);
  return { p50: Math.round(sorted[sorted.length >> 1] ?? 0), max: Math.round(sorted.at(-1) ?? 0) };
}

import { LRUCache } from "lru-cache";
import type { Protocol } from "../../protocol/field.ts";
import type { Db } from "../database/connection.ts";
import { findProtocolText } from "./protocol-queries.ts";

/** Characters of JSON. */
const keptLengthMax = 20_000_000;

/** Caches protocol versions, which never change, so that uploads don't read them again. */
export class ProtocolVersions {
  readonly #db: Db;
  readonly #kept = new LRUCache<string, Protocol>({ maxSize: keptLengthMax });

  constructor(db: Db) {
    this.#db = db;
  }

  /** Undefined if the quest has no such version. */
  async find(questId: number, version: number): Promise<Protocol | undefined> {
    const name = `${questId}/${version}`;
    const kept = this.#kept.get(name);
    if (kept) return kept;
    const text = await findProtocolText(this.#db, questId, version);
    if (text === undefined) return undefined;
    const protocol = JSON.parse(text) as Protocol;
    this.#kept.set(name, protocol, { size: text.length });
    return protocol;
  }
}

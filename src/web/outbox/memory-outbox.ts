import { DatabaseUnavailableError, type UnavailableReason } from "../foundation/database.ts";
import type { KeptFile } from "../foundation/kept-file.ts";
import { OutboxFullError, type OutboxReader, type OutboxStorage, type OutboxTransaction } from "./indexed-storage.ts";
import { isBegun, isMeasured, newId, type OutboxRecord, type Withdrawal } from "./record.ts";
import { forgetUnsavedEdits } from "./unsaved-edits.ts";

/**
 * What this tab's database refuses is kept here while the page is open, and goes into the database as soon as that takes
 * it. Both are read as one. No other tab knows these records, so none sends them.
 */

type Content = {
  records: ReadonlyMap<string, OutboxRecord>;
  /** By the record's `localId`, then by key. */
  photos: ReadonlyMap<string, ReadonlyMap<string, KeptFile>>;
  withdrawals: ReadonlyMap<string, Withdrawal>;
};

/** Why the database takes nothing. */
export type Trouble = UnavailableReason | "full";

export type WriteOptions = {
  /** Kept in this tab if the database refuses it. */
  orInTab?: boolean;
};

export type MemoryOutbox = Pick<OutboxStorage, "read"> & {
  write<T>(work: (transaction: OutboxTransaction) => Promise<T>, options?: WriteOptions): Promise<T>;
  /** Of what is only in this tab; undefined if nothing is. */
  trouble(): Trouble | undefined;
  has(localId: string): boolean;
  /** Whether something would be lost with this tab. */
  wouldLose(): boolean;
};

const moveEveryMs = 5_000;

/** What the database says if it can't keep something, as opposed to an error of the work. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || error instanceof OutboxFullError || error instanceof DOMException;

const troubleOf = (error: unknown): Trouble =>
  error instanceof OutboxFullError ? "full" : error instanceof DatabaseUnavailableError ? error.reason : "broken";

/**
 * @param hasWorked whether the database has ever answered this page: if not, it may be one that keeps nothing
 * @param refused why it didn't answer now
 * @param onMove what was only here is in the database
 */
export function layOver(
  database: OutboxStorage,
  { hasWorked, refused, onMove }: { hasWorked: boolean; refused: unknown; onMove: () => void },
): MemoryOutbox {
  let content: Content = { records: new Map(), photos: new Map(), withdrawals: new Map() };
  let refusal = refused;
  let hasAnswered = hasWorked;
  /** Whoever lays it over has just asked. */
  let mayAsk = false;
  let last: Promise<unknown> = Promise.resolve();
  let moves: ReturnType<typeof setInterval> | undefined;

  const isEmpty = () => content.records.size === 0 && content.withdrawals.size === 0;
  const isOf = (...reasons: Trouble[]) => refusal !== undefined && reasons.includes(troubleOf(refusal));
  /** A browser without a database keeps nothing elsewhere. */
  const isAlone = () => isOf("none") || (isOf("broken") && !hasAnswered);
  /** Each question would take half a minute. */
  const isSlow = () => isOf("silent", "blocked");

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  }

  async function asking<T>(ask: () => Promise<T>, without: () => Promise<T>): Promise<T> {
    if (mayAsk && (!isSlow() || isEmpty())) {
      try {
        const answer = await ask();
        hasAnswered = true;
        return answer;
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusal = error;
      }
    }
    mayAsk = true;
    return without();
  }

  /** One question to the database, beside a transaction that it refused. */
  async function beside<T>(ask: (reader: OutboxReader) => Promise<T>, unknown: () => T): Promise<T> {
    if (isSlow()) return unknown();
    try {
      return await database.read(ask);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return unknown();
    }
  }

  const refuse = (): never => {
    throw refusal;
  };
  /** The database as far as it can still be read. Without an answer, a record is new if this tab may keep it. */
  const readable = (mayKeep: boolean): OutboxReader => ({
    record: (localId) =>
      beside(
        (reader) => reader.record(localId),
        () => (mayKeep || isAlone() ? undefined : refuse()),
      ),
    recordsOf: (account) =>
      beside(
        (reader) => reader.recordsOf(account),
        () => [],
      ),
    photo: (localId, key) =>
      beside(
        (reader) => reader.photo(localId, key),
        () => (isAlone() ? undefined : refuse()),
      ),
    photoKeysOf: (localId) =>
      beside(
        (reader) => reader.photoKeysOf(localId),
        () => [],
      ),
    withdrawalsOf: (account) =>
      beside(
        (reader) => reader.withdrawalsOf(account),
        () => [],
      ),
  });
  /** The database's own part of a transaction that it refused. */
  const refusing = (mayKeep: boolean): OutboxTransaction => {
    const change = async () => (isAlone() ? undefined : refuse());
    return {
      ...readable(mayKeep),
      putRecord: change,
      deleteRecord: change,
      putPhoto: change,
      deletePhoto: change,
      putWithdrawal: change,
      deleteWithdrawal: change,
      deleteAllOf: change,
    };
  };

  function become(next: Content): void {
    content = next;
    if (!("window" in globalThis)) return;
    if (isEmpty()) {
      clearInterval(moves);
      moves = undefined;
    } else moves ??= setInterval(() => void move(), moveEveryMs);
    if (wouldLose()) window.addEventListener("beforeunload", askBeforeLeaving);
    else window.removeEventListener("beforeunload", askBeforeLeaving);
  }

  const wouldLose = () =>
    [...content.records.values()].some(
      (record) => record.state !== "delivered" && (record.state !== "draft" || !isMeasured(record) || isBegun(record)),
    );

  async function move(): Promise<void> {
    try {
      await database.check();
    } catch (error) {
      refusal = error;
      return;
    }
    await inTurn(async () => {
      for (const record of content.records.values()) {
        // This tab still sends it, and others would, too.
        if (record.state === "sending" || !(await takes(record))) continue;
        become(without(content, record.localId));
        if (record.state !== "draft") forgetUnsavedEdits(record);
      }
      for (const withdrawal of content.withdrawals.values()) {
        if (!(await isTaken(database.write((transaction) => transaction.putWithdrawal(withdrawal))))) continue;
        become({ ...content, withdrawals: copyWithout(content.withdrawals, withdrawal.id) });
      }
    });
    onMove();
  }

  async function takes(record: OutboxRecord): Promise<boolean> {
    const photos = content.photos.get(record.localId) ?? new Map();
    if (await isTaken(database.write((transaction) => moveInto(transaction, record, photos)))) return true;
    // What has arrived need not be kept, but the draft of it must not stay.
    return (
      record.state === "delivered" && isTaken(database.write((transaction) => transaction.deleteRecord(record.localId)))
    );
  }

  async function isTaken(written: Promise<unknown>): Promise<boolean> {
    try {
      await written;
      return true;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusal = error;
      return false;
    }
  }

  return {
    read: (work) =>
      asking(
        () => database.read((reader) => work(readerOver(content, reader))),
        () => (isEmpty() && !isAlone() ? refuse() : work(readerOver(content, readable(false)))),
      ),
    write: (work, { orInTab = false } = {}) =>
      inTurn(async () => {
        let next = content;
        const change = (base: OutboxTransaction, refused?: { keepsNew: boolean }) => {
          next = content;
          return work(transactionOver({ get: () => next, set: (changed) => (next = changed) }, base, refused));
        };
        const result = await asking(
          () => database.write((transaction) => change(transaction)),
          () => change(refusing(orInTab), { keepsNew: orInTab || isAlone() }),
        );
        become(next);
        return result;
      }),
    trouble: () => (isEmpty() || refusal === undefined ? undefined : troubleOf(refusal)),
    has: (localId) => content.records.has(localId),
    wouldLose,
  };
}

function askBeforeLeaving(event: Event): void {
  event.preventDefault();
}

/** Another tab may have saved the same draft meanwhile; then both stay. */
async function moveInto(
  transaction: OutboxTransaction,
  held: OutboxRecord,
  photos: ReadonlyMap<string, KeptFile>,
): Promise<void> {
  const stored = await transaction.record(held.localId);
  const isElsewhere = isMeasured(held) && stored !== undefined && stored.state !== "draft";
  if (isElsewhere && (held.state === "draft" || held.state === "delivered")) return;
  const record = isElsewhere ? { ...held, localId: newId(), id: newId(), mayHaveArrived: false, uploads: {} } : held;
  await transaction.putRecord(record);
  const wanted = new Set(isMeasured(record) && record.state !== "delivered" ? record.photos.map(({ key }) => key) : []);
  for (const key of await transaction.photoKeysOf(record.localId)) {
    if (!wanted.has(key)) await transaction.deletePhoto(record.localId, key);
  }
  for (const [key, photo] of photos) {
    if (wanted.has(key)) await transaction.putPhoto(record.account, record.localId, key, photo);
  }
}

function copyWithout<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  const copy = new Map(map);
  copy.delete(key);
  return copy;
}

const copyWith = <Value>(map: ReadonlyMap<string, Value>, key: string, value: Value): ReadonlyMap<string, Value> =>
  new Map(map).set(key, value);

const without = (content: Content, localId: string): Content => ({
  ...content,
  records: copyWithout(content.records, localId),
  photos: copyWithout(content.photos, localId),
});

const ofAccount = <Value extends { account: string }>(values: Iterable<Value>, account: string) =>
  [...values].filter((value) => value.account === account);

function readerOver({ records, photos, withdrawals }: Content, base: OutboxReader): OutboxReader {
  return {
    record: async (localId) => structuredClone(records.get(localId)) ?? base.record(localId),
    async recordsOf(account) {
      const stored = (await base.recordsOf(account)).filter(({ localId }) => !records.has(localId));
      return [...stored, ...structuredClone(ofAccount(records.values(), account))];
    },
    photo: async (localId, key) => photos.get(localId)?.get(key) ?? base.photo(localId, key),
    async photoKeysOf(localId) {
      const held = photos.get(localId)?.keys() ?? [];
      return [...new Set([...held, ...(await base.photoKeysOf(localId))])];
    },
    async withdrawalsOf(account) {
      return [...(await base.withdrawalsOf(account)), ...ofAccount(withdrawals.values(), account)];
    },
  };
}

/** Changes what is here, and in `base` the rest. If that is `refused`, what is new may stay here as well. */
function transactionOver(
  { get, set }: { get: () => Content; set: (changed: Content) => void },
  base: OutboxTransaction,
  refused?: { keepsNew: boolean },
): OutboxTransaction {
  const reader = (): OutboxReader => readerOver(get(), base);
  const has = (localId: string) => get().records.has(localId);
  const changePhotos = (
    localId: string,
    change: (photos: ReadonlyMap<string, KeptFile>) => ReadonlyMap<string, KeptFile>,
  ) => set({ ...get(), photos: copyWith(get().photos, localId, change(get().photos.get(localId) ?? new Map())) });
  return {
    record: (localId) => reader().record(localId),
    recordsOf: (account) => reader().recordsOf(account),
    photo: (localId, key) => reader().photo(localId, key),
    photoKeysOf: (localId) => reader().photoKeysOf(localId),
    withdrawalsOf: (account) => reader().withdrawalsOf(account),
    async putRecord(record) {
      if (!refused?.keepsNew && !has(record.localId)) return base.putRecord(record);
      set({ ...get(), records: copyWith(get().records, record.localId, structuredClone(record)) });
    },
    async deleteRecord(localId) {
      const isHere = has(localId);
      set(without(get(), localId));
      // An earlier draft of it may stay in the database.
      if (!(isHere && refused)) await base.deleteRecord(localId);
    },
    async putPhoto(account, localId, key, photo) {
      if (!has(localId)) return base.putPhoto(account, localId, key, photo);
      changePhotos(localId, (photos) => copyWith(photos, key, photo));
    },
    async deletePhoto(localId, key) {
      if (!has(localId)) return base.deletePhoto(localId, key);
      // The database's own goes when the record is moved there.
      changePhotos(localId, (photos) => copyWithout(photos, key));
    },
    async putWithdrawal(withdrawal) {
      if (!refused?.keepsNew) return base.putWithdrawal(withdrawal);
      set({ ...get(), withdrawals: copyWith(get().withdrawals, withdrawal.id, withdrawal) });
    },
    async deleteWithdrawal(id) {
      const isHere = get().withdrawals.has(id);
      set({ ...get(), withdrawals: copyWithout(get().withdrawals, id) });
      if (!isHere) await base.deleteWithdrawal(id);
    },
    async deleteAllOf(account) {
      const { records, photos, withdrawals } = get();
      const ofOthers = <Value extends { account: string }>(map: ReadonlyMap<string, Value>) =>
        new Map([...map].filter(([, value]) => value.account !== account));
      const left = ofOthers(records);
      set({
        records: left,
        photos: new Map([...photos].filter(([localId]) => left.has(localId))),
        withdrawals: ofOthers(withdrawals),
      });
      await base.deleteAllOf(account);
    },
  };
}

import type { KeptFile } from "../foundation/kept-file.ts";
import type { OutboxRecord, Withdrawal } from "./record.ts";

/** Read access to the outbox. */
export type OutboxReader = {
  record(localId: string): Promise<OutboxRecord | undefined>;
  /** Unordered. */
  recordsOf(account: string): Promise<OutboxRecord[]>;
  photo(localId: string, key: string): Promise<KeptFile | undefined>;
  /** Keys of a record's stored photos. */
  photoKeysOf(localId: string): Promise<string[]>;
  withdrawalsOf(account: string): Promise<Withdrawal[]>;
};

/** Write access within one transaction. */
export type OutboxTransaction = OutboxReader & {
  putRecord(record: OutboxRecord): Promise<void>;
  /** Also deletes its photos. */
  deleteRecord(localId: string): Promise<void>;
  putPhoto(account: string, localId: string, key: string, photo: KeptFile): Promise<void>;
  deletePhoto(localId: string, key: string): Promise<void>;
  putWithdrawal(withdrawal: Withdrawal): Promise<void>;
  deleteWithdrawal(id: string): Promise<void>;
  deleteAllOf(account: string): Promise<void>;
};

export type OutboxStorage = {
  /** Throws if it can't be written to. */
  check(): Promise<void>;
  read<T>(work: (reader: OutboxReader) => Promise<T>): Promise<T>;
  write<T>(work: (transaction: OutboxTransaction) => Promise<T>): Promise<T>;
};

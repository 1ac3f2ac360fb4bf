import type { KeptFile } from "../foundation/kept-file.ts";
import type { OutboxStorage, OutboxTransaction } from "./indexed-storage.ts";
import type { OutboxRecord, Withdrawal } from "./record.ts";

type Content = {
  records: Map<string, OutboxRecord>;
  photos: Map<string, { account: string; localId: string; key: string; photo: KeptFile }>;
  withdrawals: Map<string, Withdrawal>;
};

/** Storage of browsers without IndexedDB: records last while the page is open. */
export function memoryStorage(): OutboxStorage {
  let content: Content = { records: new Map(), photos: new Map(), withdrawals: new Map() };
  let last: Promise<unknown> = Promise.resolve();
  return {
    check: async () => {},
    read: (work) => work(transactionOn(content)),
    write(work) {
      const turn = last.then(async () => {
        const changed: Content = {
          records: new Map(content.records),
          photos: new Map(content.photos),
          withdrawals: new Map(content.withdrawals),
        };
        const result = await work(transactionOn(changed));
        content = changed;
        return result;
      });
      last = turn.catch(() => {});
      return turn;
    },
  };
}

function transactionOn({ records, photos, withdrawals }: Content): OutboxTransaction {
  const photoId = (localId: string, key: string) => `${localId}/${key}`;
  const ofAccount = <Value extends { account: string }>(values: Iterable<Value>, account: string) =>
    [...values].filter((value) => value.account === account);
  const photosOf = (localId: string) => [...photos.values()].filter((photo) => photo.localId === localId);
  return {
    record: async (localId) => structuredClone(records.get(localId)),
    recordsOf: async (account) => structuredClone(ofAccount(records.values(), account)),
    photo: async (localId, key) => photos.get(photoId(localId, key))?.photo,
    photoKeysOf: async (localId) => photosOf(localId).map(({ key }) => key),
    withdrawalsOf: async (account) => ofAccount(withdrawals.values(), account),
    async putRecord(record) {
      records.set(record.localId, structuredClone(record));
    },
    async deleteRecord(localId) {
      records.delete(localId);
      for (const { key } of photosOf(localId)) photos.delete(photoId(localId, key));
    },
    async putPhoto(account, localId, key, photo) {
      photos.set(photoId(localId, key), { account, localId, key, photo });
    },
    async deletePhoto(localId, key) {
      photos.delete(photoId(localId, key));
    },
    async putWithdrawal(withdrawal) {
      withdrawals.set(withdrawal.id, withdrawal);
    },
    async deleteWithdrawal(id) {
      withdrawals.delete(id);
    },
    async deleteAllOf(account) {
      for (const kept of [records, photos, withdrawals]) {
        for (const [key, value] of kept) if (value.account === account) kept.delete(key);
      }
    },
  };
}

import type { DBSchema } from "idb";
import { defineDatabase } from "../database.ts";

/** A version as the server sent it. Parsing is cheaper than cloning 50,000 objects out of the database. */
type KeptList = {
  id: number;
  version: number;
  text: string;
  usedAtMs: number;
  /** Who fetched it: others may see less of it. Absent if everybody could. */
  account?: string | undefined;
};

type ListDatabase = DBSchema & {
  lists: { key: [id: number, version: number]; value: KeptList };
  uses: {
    key: [account: string, listId: number];
    value: { account: string; listId: number; codes: readonly string[] };
  };
};

/** The lists of several quests; the one that was used least recently is deleted first. */
const keptListsMax = 20;
const usesMax = 30;

const withLists = defineDatabase<ListDatabase>("cairn-lists", 1, (made) => {
  made.createObjectStore("lists", { keyPath: ["id", "version"] });
  made.createObjectStore("uses", { keyPath: ["account", "listId"] });
});

type VersionOfList = { id: number; version: number };

export const findListText = ({ id, version }: VersionOfList): Promise<string | undefined> =>
  withLists(async (database) => {
    const kept = await database.get("lists", [id, version]);
    if (kept) await database.put("lists", { ...kept, usedAtMs: Date.now() });
    return kept?.text;
  });

export const hasList = ({ id, version }: VersionOfList): Promise<boolean> =>
  withLists(async (database) => (await database.getKey("lists", [id, version])) !== undefined);

export const keepListText = ({ id, version }: VersionOfList, text: string, account?: string): Promise<void> =>
  withLists(async (database) => {
    await database.put("lists", { id, version, text, usedAtMs: Date.now(), account });
    const lists = await database.getAllKeys("lists");
    if (lists.length <= keptListsMax) return;
    const uses: { key: [number, number]; usedAtMs: number }[] = [];
    for await (const { key, value } of database.transaction("lists").store) {
      uses.push({ key, usedAtMs: value.usedAtMs });
    }
    uses.sort((one, other) => other.usedAtMs - one.usedAtMs);
    for (const { key } of uses.slice(keptListsMax)) await database.delete("lists", key);
  });

/** Codes that the account chose from any version of a list, latest first. */
export const findUses = (account: string, listId: number): Promise<readonly string[]> =>
  withLists(async (database) => (await database.get("uses", [account, listId]))?.codes ?? []);

export const noteUse = (account: string, listId: number, code: string): Promise<void> =>
  withLists(async (database) => {
    const before = (await database.get("uses", [account, listId]))?.codes ?? [];
    const codes = [code, ...before.filter((each) => each !== code)].slice(0, usesMax);
    await database.put("uses", { account, listId, codes });
  });

/** What accounts chose, and the lists that they fetched. */
export const forgetLists = (isMeant: (account: string) => boolean): Promise<void> =>
  withLists(async (database) => {
    for (const key of await database.getAllKeys("uses")) if (isMeant(key[0])) await database.delete("uses", key);
    const lists: { key: [number, number]; account: string | undefined }[] = [];
    for await (const { key, value } of database.transaction("lists").store) lists.push({ key, account: value.account });
    for (const { key, account } of lists) {
      if (account !== undefined && isMeant(account)) await database.delete("lists", key);
    }
  });

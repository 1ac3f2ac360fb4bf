/** What stays in a tab until it is saved, also when the phone reloads the page. It ends with the account's session. */

const prefix = "cairn.tab/";
const keysOf = (account = "") => `${prefix}${encodeURIComponent(account)}/`;

export function findInTab<Value>(account: string | undefined, name: string): Value | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keysOf(account) + name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepInTab(account: string | undefined, name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(keysOf(account) + name);
    else sessionStorage.setItem(keysOf(account) + name, JSON.stringify(value));
  } catch (error) {
    // Without storage, a reload begins again.
    console.warn(error);
  }
}

/** Deletes what this tab keeps of others than `account`. A tab that is opened again has its storage again. */
export function forgetOthersInTab(account: string | undefined): void {
  try {
    const isOfAnother = (key: string) => key.startsWith(prefix) && !key.startsWith(keysOf(account));
    for (const key of Object.keys(sessionStorage).filter(isOfAnother)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}

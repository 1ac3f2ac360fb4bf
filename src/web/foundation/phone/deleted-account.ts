import { makeEmitter } from "../events/emitter.ts";

/** An account that was deleted while something of it may wait on this phone. It stays until somebody has answered. */

const key = "cairn.deleted-account";
const change = makeEmitter();

export const findDeletedAccount = (): string | undefined => localStorage.getItem(key) ?? undefined;

export function noteDeletedAccount(account: string | undefined): void {
  if (account === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, account);
  change.emit();
}

/** Also hears other tabs. @returns a function that stops */
export function onDeletedAccount(listener: () => void): () => void {
  const stop = change.listen(listener);
  window.addEventListener("storage", listener);
  return () => {
    stop();
    window.removeEventListener("storage", listener);
  };
}

import { useSyncExternalStore } from "react";
import { WhenFetched } from "../components/when-fetched.tsx";
import { findDeletedAccount, onDeletedAccount } from "../phone/deleted-account.ts";
import { lazily } from "../texts/lazily.ts";

const DeletedAccountDialog = lazily("DeletedAccountDialog", () => import("./deleted-account-dialog.tsx"));

/** Says that the account of this phone was deleted, once and to whoever opens the app next. */
export function DeletedAccountNotice() {
  const account = useSyncExternalStore(onDeletedAccount, findDeletedAccount);
  if (account === undefined) return null;
  return (
    <WhenFetched>
      <DeletedAccountDialog key={account} account={account} />
    </WhenFetched>
  );
}

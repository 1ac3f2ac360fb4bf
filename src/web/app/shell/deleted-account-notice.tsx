import { useSyncExternalStore } from "react";
import { findDeletedAccount, onDeletedAccount } from "../../foundation/phone/deleted-account.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";

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

import { lazy, type ReactNode, Suspense, useState } from "react";
import { useAuth } from "../features/auth/auth-context.ts";

const LeaveDraftsDialog = lazy(async () => ({
  default: (await import("../features/data-points/leave-drafts-dialog.tsx")).LeaveDraftsDialog,
}));

/** Signing out deletes from the device what was not sent, and asks first where there is something. */
export function useSignOut(): { signOut: () => Promise<void>; question: ReactNode } {
  const auth = useAuth();
  const username = auth.username ?? "";
  const [asks, setAsks] = useState(false);

  const leave = async () => {
    setAsks(false);
    const { forgetAccount } = await import("../outbox/outbox.ts");
    await forgetAccount(username);
    await auth.signOut();
  };
  const signOut = async () => {
    // Without a line the code may not come. Then nothing is deleted either.
    const outbox = await import("../outbox/outbox.ts").catch(() => undefined);
    const kept = await outbox?.listRecords(username).catch(() => []);
    if (kept?.some(({ state }) => state !== "delivered")) setAsks(true);
    else await auth.signOut();
  };
  const question = asks ? (
    <Suspense>
      <LeaveDraftsDialog onStay={() => setAsks(false)} onLeave={() => void leave()} />
    </Suspense>
  ) : null;
  return { signOut, question };
}

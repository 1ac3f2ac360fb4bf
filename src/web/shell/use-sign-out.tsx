import { type ReactNode, useState } from "react";
import { useAuth } from "../features/auth/auth-context.ts";
import { pendingTexts } from "../texts/area-texts.ts";

/** Signing out asks first where something on this device has not arrived; what has arrived is taken off it. */
export function useSignOut(): { signOut: () => Promise<void>; question: ReactNode } {
  const auth = useAuth();
  const account = auth.username ?? "";
  const [question, setQuestion] = useState<ReactNode>(null);

  const signOut = async () => {
    // Without a line the code may not come. Then nothing is deleted.
    const leaving = await import("./leave.tsx").catch(() => undefined);
    if (!leaving) return auth.signOut();
    const unsent = await leaving.findUnsent(account);
    const leave = async (choice: { keepsUnsent: boolean }) => {
      setQuestion(null);
      await leaving.clearForLeaving(account, choice).catch(console.error);
      await auth.signOut();
    };
    if (!unsent) return leave({ keepsUnsent: false });
    await pendingTexts();
    setQuestion(
      <leaving.LeaveDialog
        account={account}
        unsent={unsent}
        onStay={() => setQuestion(null)}
        onLeave={(choice) => void leave(choice)}
      />,
    );
  };
  return { signOut, question };
}

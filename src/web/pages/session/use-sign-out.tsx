import { type ReactNode, useState } from "react";
import { useAuth } from "../../foundation/auth/auth-context.ts";

/** Signing out asks about undelivered records and deletes delivered ones. */
export function useSignOut(): { signOut: () => Promise<void>; question: ReactNode } {
  const auth = useAuth();
  const [question, setQuestion] = useState<ReactNode>(null);
  const signOut = () =>
    import("./leave.tsx").then(
      ({ leave }) => leave(auth, setQuestion),
      // Offline, the code may not load. Then nothing is deleted.
      auth.signOut,
    );
  return { signOut, question };
}

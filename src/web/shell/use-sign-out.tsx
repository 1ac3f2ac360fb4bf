import { type ReactNode, useState } from "react";
import { useAuth } from "../features/auth/auth-context.ts";

/** Signing out asks first where something on this device has not arrived; what has arrived is taken off it. */
export function useSignOut(): { signOut: () => Promise<void>; question: ReactNode } {
  const auth = useAuth();
  const [question, setQuestion] = useState<ReactNode>(null);
  const signOut = () =>
    import("./leave.tsx").then(
      ({ leave }) => leave(auth, setQuestion),
      // Without a line the code may not come. Then nothing is deleted.
      auth.signOut,
    );
  return { signOut, question };
}

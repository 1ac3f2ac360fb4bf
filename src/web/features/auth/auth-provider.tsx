import type { ReactNode } from "react";
import { AuthContext, useAuth } from "./auth-context.ts";

/** Gives the app its session. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const auth = useAuth();
  return <AuthContext value={{ ...auth, status: "signed_out" }}>{children}</AuthContext>;
}

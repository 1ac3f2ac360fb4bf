import { createContext, use } from "react";
import { type AuthSession, type AuthState, signedOut } from "./auth-session.ts";

/**
 * The session. `signIn` opens the hosted pages and returns to the current page. `getAccessToken` renews if needed;
 * `renewAccessToken` replaces a rejected token, and `endSession` ends the session if the server rejects that, too.
 */
export type Auth = AuthState &
  Pick<AuthSession, "signIn" | "signOut" | "endSession" | "getAccessToken" | "renewAccessToken">;

/** The value that components get without a provider. */
const nobody: Auth = {
  ...signedOut,
  status: "unknown",
  signIn: async () => {},
  signOut: async () => {},
  endSession: () => {},
  getAccessToken: async () => undefined,
  renewAccessToken: async () => undefined,
};

export const AuthContext = createContext<Auth>(nobody);

export function useAuth(): Auth {
  return use(AuthContext);
}

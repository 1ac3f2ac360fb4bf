import { createContext, use } from "react";
import { type AuthSession, type AuthState, signedOut } from "./auth-session.ts";

/**
 * Who is signed in, and the way in and out. `signIn` leaves for the hosted pages and comes back to where the user is now;
 * `getAccessToken` renews where needed; `renewAccessToken` is for a token that the server refused, and `endSession` for one
 * that it refused again.
 */
export type Auth = AuthState &
  Pick<AuthSession, "signIn" | "signOut" | "endSession" | "getAccessToken" | "renewAccessToken">;

/** Until a provider says more. */
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

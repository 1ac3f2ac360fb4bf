import { createContext, use } from "react";

/** `unknown` until the session kept in the browser has been looked at. */
export type AuthStatus = "unknown" | "signed_out" | "signed_in";

/** Claims of the identity token that the app shows; empty when nobody is signed in. */
export type UserDetails = {
  username?: string;
  email?: string;
  groups?: readonly string[];
  [claim: string]: unknown;
};

export type Auth = {
  status: AuthStatus;
  /** The signed-in user object; null at first. */
  authDetails: Record<string, unknown> | null;
  userDetails: UserDetails;
  isLoggedIn: boolean;
  isAdmin: boolean;
  isFeatureTester: boolean;
  /** As it stands in adventurer paths; undefined when signed out. */
  username: string | undefined;
  /** Leaves for the hosted sign-in page, or for sign-up; comes back to where the user is now. */
  signIn: (options?: { signUp?: boolean }) => Promise<void>;
  signOut: () => Promise<void>;
  /** The access token, refreshed where needed; undefined when signed out. */
  getAccessToken: () => Promise<string | undefined>;
};

const nobody: Auth = {
  status: "unknown",
  authDetails: null,
  userDetails: {},
  isLoggedIn: false,
  isAdmin: false,
  isFeatureTester: false,
  username: undefined,
  signIn: async () => {},
  signOut: async () => {},
  getAccessToken: async () => undefined,
};

export const AuthContext = createContext<Auth>(nobody);

/** Who is signed in, and the way in and out. */
export function useAuth(): Auth {
  return use(AuthContext);
}

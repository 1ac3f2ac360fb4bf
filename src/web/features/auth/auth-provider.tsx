import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { AuthContext } from "./auth-context.ts";
import { createAuthSession, type SessionEnd } from "./auth-session.ts";
import { type AuthSettings, fetchAuthSettings } from "./auth-settings.ts";

export type AuthProviderProps = {
  /** Asked when the provider is needed; a page that nobody signs in on does without. */
  loadSettings?: () => Promise<AuthSettings>;
  /** The session is over: caches of what only that user may see are cleared here. */
  onSessionEnd?: (reason: SessionEnd, username: string | undefined) => unknown;
  children: ReactNode;
};

/** Gives the app its session; within a router. */
export function AuthProvider({ loadSettings = fetchAuthSettings, onSessionEnd, children }: AuthProviderProps) {
  const navigate = useNavigate();
  const latest = useRef({ loadSettings, onSessionEnd, navigate });
  useEffect(() => {
    latest.current = { loadSettings, onSessionEnd, navigate };
  });
  const [session] = useState(() =>
    createAuthSession({
      loadSettings: () => latest.current.loadSettings(),
      navigate: (path) => void latest.current.navigate(path, { replace: true }),
      onSessionEnd: (...end) => latest.current.onSessionEnd?.(...end),
      findRefusal: async (...token) => (await import("./find-refusal.ts")).findRefusal(...token),
    }),
  );
  const state = useSyncExternalStore(session.subscribe, session.getState);
  // Before the first paint, so that nobody who is signed in sees a visitor's page flash by.
  useLayoutEffect(() => {
    void session.start();
  }, [session]);
  const auth = useMemo(() => {
    const { signIn, signOut, endSession, getAccessToken, renewAccessToken } = session;
    return { ...state, signIn, signOut, endSession, getAccessToken, renewAccessToken };
  }, [state, session]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

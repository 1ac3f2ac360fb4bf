import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { AuthContext } from "./auth-context.ts";
import { createAuthSession } from "./auth-session.ts";
import { type AuthSettings, fetchAuthSettings } from "./auth-settings.ts";
import type { SessionEnd } from "./session-store.ts";

/** Provides the session. Needs a router. `loadSettings` is called on demand; `onSessionEnd` clears the user's data. */
export function AuthProvider({
  loadSettings = fetchAuthSettings,
  onSessionEnd,
  children,
}: {
  loadSettings?: () => Promise<AuthSettings>;
  onSessionEnd?: (reason: SessionEnd, username: string | undefined) => unknown;
  children: ReactNode;
}) {
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
      findWhyOver: async (...token) => (await import("./find-refusal.ts")).findWhyOver(...token),
    }),
  );
  const state = useSyncExternalStore(session.subscribe, session.getState);
  // Before the first paint, so that the visitor's page does not flash.
  useLayoutEffect(() => {
    void session.start();
  }, [session]);
  const auth = useMemo(() => {
    const { signIn, signOut, endSession, getAccessToken, renewAccessToken } = session;
    return { ...state, signIn, signOut, endSession, getAccessToken, renewAccessToken };
  }, [state, session]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

import type { Session } from "../../api/session.ts";
import { hasBackgroundSync } from "../../worker-notes/forget-notes.ts";
import { changeNote, readNote } from "../../worker-notes/notes.ts";
import type { AuthSettings } from "./auth-settings.ts";
import { withSessionLock } from "./session-lock.ts";
import { readSession, type StoredSession, usernameOf, writeSession } from "./session-store.ts";

/**
 * The service worker's copy of the session. `replaces`: the access token in local storage of the session that the worker
 * has renewed. Providers accept a refresh token once, so the app has to take the new one over.
 */
type SessionCopy = { session: StoredSession; replaces?: string };

const noteName = "session";
const renewBeforeMs = 30_000;

/** Brings the copy in line with local storage, or takes over a session that the worker has renewed. */
export async function shareSession(): Promise<void> {
  if (!hasBackgroundSync) return;
  await changeNote<SessionCopy>(noteName, (copy) => {
    const session = readSession();
    if (!session) return undefined;
    if (copy?.replaces !== session.accessToken) return { session };
    writeSession(copy.session);
    return { session: copy.session };
  });
}

/** For the service worker. @returns undefined when signed out */
export async function findWorkerSession(means: {
  loadSettings: () => Promise<AuthSettings>;
  renew: (settings: AuthSettings, session: StoredSession) => Promise<StoredSession>;
}): Promise<{ account: string; session: Session } | undefined> {
  const account = usernameOf((await readCopy())?.session);
  if (account === undefined) return undefined;

  /** @returns undefined if the session is over */
  const renewAccessToken = (stale: string) =>
    withSessionLock(async () => {
      const session = await readOf(account);
      if (!session || session.accessToken !== stale) return session?.accessToken;
      const renewed = await means.renew(await means.loadSettings(), session).catch((error: Error) => {
        if (error.name === "SessionEndedError") return undefined;
        throw error;
      });
      // The app says so when it is opened.
      if (!renewed) return undefined;
      await changeNote<SessionCopy>(noteName, (copy) => {
        // The user may have signed out meanwhile.
        if (copy?.session.accessToken !== stale) return copy;
        return { session: renewed, replaces: copy.replaces ?? stale };
      });
      return (await readOf(account))?.accessToken;
    });

  const getAccessToken = async () => {
    const session = await readOf(account);
    if (!session || session.expiresAtMs - Date.now() > renewBeforeMs) return session?.accessToken;
    return renewAccessToken(session.accessToken);
  };
  return { account, session: { getAccessToken, renewAccessToken, getAccount: () => account } };
}

const readCopy = () => readNote<SessionCopy>(noteName);

async function readOf(account: string): Promise<StoredSession | undefined> {
  const session = (await readCopy())?.session;
  return usernameOf(session) === account ? session : undefined;
}

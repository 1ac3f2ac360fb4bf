import type { Session } from "../api/session.ts";
import { forgetOnPhone } from "../phone/clear-phone.ts";
import { hasBackgroundSync } from "../worker-notes/forget-notes.ts";
import { changeNote, readNote } from "../worker-notes/notes.ts";
import type { AuthSettings } from "./auth-settings.ts";
import {
  readSession,
  type SessionOver,
  type StoredSession,
  usernameOf,
  withSessionLock,
  writeSession,
} from "./session-store.ts";

/**
 * The service worker's copy of the session. `replaces`: the access token in local storage of the session that the worker
 * has renewed. Providers accept a refresh token once, so the app has to take the new one over.
 */
type SessionCopy = { session: StoredSession; replaces?: string; over?: SessionOver };

const noteName = "session";
const renewBeforeMs = 30_000;

/**
 * Brings the copy in line with local storage, or takes over a session that the worker has renewed.
 * @returns why the session is over, if the worker knows that it is
 */
export async function shareSession(): Promise<SessionOver | undefined> {
  if (!hasBackgroundSync) return undefined;
  let over: SessionOver | undefined;
  await changeNote<SessionCopy>(noteName, (copy) => {
    const session = readSession();
    if (!session) return undefined;
    const isRenewed = copy?.replaces === session.accessToken;
    if (isRenewed) writeSession(copy.session);
    if (isRenewed || copy?.session.accessToken === session.accessToken) over = copy.over;
    return { session: isRenewed ? copy.session : session, ...(over && { over }) };
  });
  return over;
}

/** Finds the session that the service worker sends with. @returns undefined when signed out */
export async function findWorkerSession(means: {
  loadSettings: () => Promise<AuthSettings>;
  renew: (settings: AuthSettings, session: StoredSession) => Promise<StoredSession>;
  findWhyOver: (accessToken: string, username: string) => Promise<SessionOver | undefined>;
}): Promise<{ account: string; session: Session } | undefined> {
  const copy = await readCopy();
  const account = usernameOf(copy?.session);
  if (account === undefined || copy?.over) return undefined;

  /** @returns undefined if the session is over */
  const renewAccessToken = (stale: string) =>
    withSessionLock(async () => {
      const session = await readOf(account);
      if (!session || session.accessToken !== stale) return session?.accessToken;
      const renewed = await means.renew(await means.loadSettings(), session).catch((error: Error) => {
        if (error.name === "SessionEndedError") return undefined;
        throw error;
      });
      if (!renewed) {
        await end(stale);
        return undefined;
      }
      await changeNote<SessionCopy>(noteName, (copy) => {
        // The user may have signed out meanwhile.
        if (copy?.session.accessToken !== stale) return copy;
        return { session: renewed, replaces: copy.replaces ?? stale };
      });
      return (await readOf(account))?.accessToken;
    });

  /** The app says so when it is opened. */
  const end = async (stale: string) => {
    const over = await means.findWhyOver(stale, account);
    if (!over) throw new Error("Nobody can say yet why the session is over.");
    await changeNote<SessionCopy>(noteName, (copy) => (copy?.session.accessToken === stale ? { ...copy, over } : copy));
    await forgetOnPhone(account, { leaves: false });
  };

  const getAccessToken = async () => {
    const session = await readOf(account);
    if (!session || session.expiresAtMs - Date.now() > renewBeforeMs) return session?.accessToken;
    return renewAccessToken(session.accessToken);
  };
  return { account, session: { getAccessToken, renewAccessToken, getAccount: () => account } };
}

const readCopy = () => readNote<SessionCopy>(noteName);

async function readOf(account: string): Promise<StoredSession | undefined> {
  const copy = await readCopy();
  return copy && !copy.over && usernameOf(copy.session) === account ? copy.session : undefined;
}

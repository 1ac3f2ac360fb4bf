/** What the client needs of whoever signs people in. */
export type Session = {
  /** The access token, renewed where it has run out, or in any case with `forceRefresh`; undefined when signed out. */
  getAccessToken(options?: { forceRefresh?: boolean }): Promise<string | undefined>;
  /** The server has refused a token that was just renewed: the session is over. */
  onSessionEnd(): void;
};

/** The name in local storage that the specification gives the token. */
export const tokenKey = "jwt";

const storedTokenOnly: Session = {
  getAccessToken: async () => localStorage.getItem(tokenKey) ?? undefined,
  onSessionEnd: () => localStorage.removeItem(tokenKey),
};

let session = storedTokenOnly;

/** Puts a session behind all calls; answers with the means to take it away again. */
export function connectSession(connected: Session): () => void {
  session = connected;
  return () => {
    if (session === connected) session = storedTokenOnly;
  };
}

export function currentSession(): Session {
  return session;
}

/**
 * Does `attempt` with the token; when the server answers 401, once more with a renewed one. A second 401 ends the
 * session; the answer is returned as it is.
 */
export async function withToken<Answer extends { status: number }>(
  attempt: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const token = await session.getAccessToken();
  const answer = await attempt(token);
  if (answer.status !== 401 || token === undefined) return answer;
  const renewed = await session.getAccessToken({ forceRefresh: true });
  if (renewed === undefined || renewed === token) {
    session.onSessionEnd();
    return answer;
  }
  const second = await attempt(renewed);
  if (second.status === 401) session.onSessionEnd();
  return second;
}

/** What the client needs of whoever signs people in. */
export type Session = {
  /** The access token, renewed where it has run out; undefined when signed out. */
  getAccessToken(): Promise<string | undefined>;
  /** For a token that the server refused: another one, or undefined where the session is over. */
  renewAccessToken(refused: string): Promise<string | undefined>;
  /** The server has refused even a renewed token. */
  onSessionEnd?(): void;
};

const storedTokenOnly: Session = {
  getAccessToken: async () => localStorage.getItem("jwt") ?? undefined,
  renewAccessToken: async () => undefined,
};

let session = storedTokenOnly;

/** Puts a session behind all calls; answers with the means to take it away again. */
export function connectSession(connected: Session): () => void {
  session = connected;
  return () => {
    if (session === connected) session = storedTokenOnly;
  };
}

/**
 * Does `attempt` with the token; when the server answers 401, once more with a renewed one. A second 401 ends the
 * session. The last answer is returned as it is.
 */
export async function withToken<Answer extends { status: number }>(
  attempt: (token: string | undefined) => Promise<Answer>,
): Promise<Answer> {
  const token = await session.getAccessToken();
  const answer = await attempt(token);
  if (answer.status !== 401 || token === undefined) return answer;
  const renewed = await session.renewAccessToken(token);
  if (renewed === undefined) return answer;
  const second = renewed === token ? answer : await attempt(renewed);
  if (second.status === 401) session.onSessionEnd?.();
  return second;
}

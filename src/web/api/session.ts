/** What the client needs of whoever signs people in. */
export type Session = {
  /** The access token, renewed where it has run out; undefined when signed out. */
  getAccessToken(): Promise<string | undefined>;
  /** For a token that the server refused: another one, or undefined where the session is over. */
  renewAccessToken(refused: string): Promise<string | undefined>;
  /** The server has refused even a renewed token: this one. */
  onSessionEnd?(refused: string): void;
  /** Whose session it is, with a connection or without. */
  getAccount?(): string | undefined;
};

const storedTokenOnly: Session = {
  getAccessToken: async () => localStorage.getItem("jwt") ?? undefined,
  renewAccessToken: async () => undefined,
};

let session = storedTokenOnly;

/** Who is signed in, as far as this browser knows. */
export const currentAccount = (): string | undefined => session.getAccount?.();

/** Whether anybody may be signed in: known before the session has started. */
export const mayBeSignedIn = (): boolean => localStorage.getItem("jwt") !== null;

/** Puts a session behind all calls; answers with the means to take it away again. */
export function connectSession(connected: Session): () => void {
  session = connected;
  return () => {
    if (session === connected) session = storedTokenOnly;
  };
}

/**
 * Does `attempt` with the token; when the server answers 401, once more with a renewed one. A second 401 ends the
 * session. A call that is open to visitors is then made without a token, and also where the token cannot be renewed now.
 */
export async function withToken<Answer extends { status: number }>(
  attempt: (token: string | undefined) => Promise<Answer>,
  { isOpenToVisitors = false }: { isOpenToVisitors?: boolean } = {},
): Promise<Answer> {
  const token = await session.getAccessToken().catch((error: unknown) => {
    if (isOpenToVisitors) return undefined;
    throw error;
  });
  const answer = await attempt(token);
  if (answer.status !== 401 || token === undefined) return answer;
  const second = await attemptRenewed(token, answer, attempt);
  return second.status === 401 && isOpenToVisitors ? attempt(undefined) : second;
}

async function attemptRenewed<Answer extends { status: number }>(
  token: string,
  refusal: Answer,
  attempt: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const renewed = await session.renewAccessToken(token);
  // The same again: it could not be renewed just now, which ends nothing.
  if (renewed === undefined || renewed === token) return refusal;
  const second = await attempt(renewed);
  if (second.status === 401) session.onSessionEnd?.(renewed);
  return second;
}

/** The session that calls use. */
export type Session = {
  /** The access token, renewed if expired; undefined when signed out. */
  getAccessToken(): Promise<string | undefined>;
  /** Replaces a rejected token. @returns undefined if the session is over */
  renewAccessToken(refused: string): Promise<string | undefined>;
  /** Called if the server rejects a renewed token. */
  onSessionEnd?(refused: string): void;
  /** The username. */
  getAccount?(): string | undefined;
};

const storedTokenOnly: Session = {
  getAccessToken: async () => localStorage.getItem("jwt") ?? undefined,
  renewAccessToken: async () => undefined,
};

let session = storedTokenOnly;

/** The username, as far as this browser knows. */
export const currentAccount = (): string | undefined => session.getAccount?.();

/** Whether a user may be signed in. Known before the session has started. */
export const mayBeSignedIn = (): boolean => localStorage.getItem("jwt") !== null;

/** Sets the session of all calls. @returns a function that removes it */
export function connectSession(connected: Session): () => void {
  session = connected;
  return () => {
    if (session === connected) session = storedTokenOnly;
  };
}

/**
 * Calls `attempt` with the token, and after a 401 again with a renewed one. A second 401 ends the session. Calls that are
 * open to visitors then go without a token, also if it cannot be renewed at the moment.
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
  // It could not be renewed at the moment.
  if (renewed === undefined || renewed === token) return refusal;
  const second = await attempt(renewed);
  if (second.status === 401) session.onSessionEnd?.(renewed);
  return second;
}

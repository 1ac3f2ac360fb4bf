import { withToken } from "../api/session.ts";
import { type Reply, sendRequest } from "./send-request.ts";

/** Nobody is signed in. */
export class SignedOutError extends Error {}

/** A request with the user's token, renewed where it has run out. @throws SignedOutError, LineError, CancelledError */
export function sendAuthorized(request: Parameters<typeof sendRequest>[0]): Promise<Reply> {
  return withToken(async (token) => {
    if (token === undefined) throw new SignedOutError();
    return sendRequest({ ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
  });
}

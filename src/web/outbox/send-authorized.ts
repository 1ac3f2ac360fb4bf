import { withToken } from "../api/session.ts";
import { type Reply, sendRequest } from "./send-request.ts";

/** The user is signed out. */
export class SignedOutError extends Error {}

/** Sends a request with the user's token, renewed if expired. @throws SignedOutError, LineError, CancelledError */
export function sendAuthorized(request: Parameters<typeof sendRequest>[0]): Promise<Reply> {
  return withToken(async (token) => {
    if (token === undefined) throw new SignedOutError();
    return sendRequest({ ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } });
  });
}

import { t } from "../../../../generated/web-texts/app.ts";
import { addressOf } from "../api/addresses.ts";
import { currentLanguage } from "../texts/area-texts.ts";
import type { SessionOver } from "./session-store.ts";

/** Statuses for a rejected token or username. */
const refusals = [401, 403, 409];

/**
 * Checks that the API accepts a new access token.
 * @returns the reason if not; undefined if it does or cannot say
 */
export async function findRefusal(accessToken: string, username: string): Promise<string | undefined> {
  const response = await ask(accessToken, username).catch(() => undefined);
  if (!response || !refusals.includes(response.status)) return undefined;
  const { detail } = await bodyOf(response);
  return typeof detail === "string" ? detail : t("app.signIn.authenticationError");
}

/** Why a session is over; undefined if the API can't say now. */
export async function findWhyOver(accessToken: string, username: string): Promise<SessionOver | undefined> {
  const response = await ask(accessToken, username).catch(() => undefined);
  if (!response || response.status === 429 || response.status >= 500) return undefined;
  return response.status === 401 && (await bodyOf(response)).code === "account_deleted" ? "deleted" : "ended";
}

function ask(accessToken: string, username: string): Promise<Response> {
  const headers = { Authorization: `Bearer ${accessToken}`, "Accept-Language": currentLanguage().code };
  return fetch(addressOf("getAdventurer", { params: { username } }), { headers });
}

const bodyOf = (response: Response): Promise<{ code?: unknown; detail?: unknown }> => response.json().catch(() => ({}));

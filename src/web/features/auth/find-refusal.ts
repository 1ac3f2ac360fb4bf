import { addressOf } from "../../api/addresses.ts";
import { t } from "../../texts/app.ts";
import { currentLanguage } from "../../texts/area-texts.ts";

/** Statuses for a rejected token or username. */
const refusals = [401, 403, 409];

/**
 * Checks that the API accepts a new access token.
 * @returns the reason if not; undefined if it does or cannot say
 */
export async function findRefusal(accessToken: string, username: string): Promise<string | undefined> {
  const headers = { Authorization: `Bearer ${accessToken}`, "Accept-Language": currentLanguage().code };
  const response = await fetch(addressOf("getAdventurer", { params: { username } }), { headers }).catch(
    () => undefined,
  );
  if (!response || !refusals.includes(response.status)) return undefined;
  const body = (await response.json().catch(() => ({}))) as { detail?: unknown };
  return typeof body.detail === "string" ? body.detail : t("app.signIn.authenticationError");
}

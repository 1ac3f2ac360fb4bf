import { addressOf } from "../../api/addresses.ts";
import { t } from "../../texts/app.ts";
import { currentLanguage } from "../../texts/area-texts.ts";

/** What the server answers to a token that it does not take, or to a name that is somebody else's. */
const refusals = [401, 403, 409];

/**
 * Asks the API whether it takes a new access token as the user's, before the session is kept. Answers why not, in words;
 * undefined where it does, and where the API cannot say it now.
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

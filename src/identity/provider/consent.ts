import { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import type { Consents } from "../clients/consents.ts";
import { apiAudience, isForeignClient } from "./clients.ts";

/**
 * Asks before a further client is told who somebody is: the first time, and when it asks for more. A program on the
 * person's own computer is asked about each time, since any other program there can say that it is this one (RFC 8252, 8.6).
 */
export function consentPrompt(consents: Consents): interactionPolicy.Prompt {
  return new interactionPolicy.Prompt(
    { name: "consent", requestable: true },
    new interactionPolicy.Check("consent_missing", "the person has not agreed", "consent_required", async (ctx) => {
      const { client, result } = ctx.oidc;
      if (!isForeignClient(client)) return false;
      if (client?.applicationType === "native" && !result?.consent) return true;
      return !(await isCovered(ctx, consents));
    }),
  );
}

/** The grant of a further client: one for each browser and account, with what was agreed to. */
export async function loadConsentedGrant(ctx: KoaContextWithOIDC, consents: Consents) {
  const { session, client, provider } = ctx.oidc;
  if (!session?.accountId || !client || !(await isCovered(ctx, consents))) return undefined;
  const scopes = requestedScopes(ctx);
  const grantId = session.grantIdFor(client.clientId);
  const existing = grantId ? await provider.Grant.find(grantId) : undefined;
  const grant =
    existing?.accountId === session.accountId
      ? existing
      : new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(scopes.join(" "));
  if (scopes.includes("cairn_api")) grant.addResourceScope(apiAudience, scopes.join(" "));
  await grant.save();
  return grant;
}

async function isCovered(ctx: KoaContextWithOIDC, consents: Consents): Promise<boolean> {
  const { session, client } = ctx.oidc;
  if (!session?.accountId || !client) return false;
  const granted = await consents.find(session.accountId, client.clientId);
  return granted !== undefined && requestedScopes(ctx).every((scope) => granted.includes(scope));
}

function requestedScopes({ oidc }: KoaContextWithOIDC): string[] {
  const { scope } = oidc.params ?? {};
  return typeof scope === "string" ? scope.split(" ").filter((each) => each !== "") : [];
}

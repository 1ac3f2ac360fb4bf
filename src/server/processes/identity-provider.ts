import { join } from "node:path";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { createIdentity, type Identity } from "../../identity/identity.ts";
import { outboxMailer } from "../../identity/messages/outbox-mailer.ts";
import { smtpMailer } from "../../identity/messages/smtp-mailer.ts";
import { outboxMessenger, webhookMessenger } from "../../identity/messages/text-messages.ts";
import type { Terms } from "../../identity/terms/terms.ts";
import { createTokenVerifier, type TokenVerifier } from "../auth/token-verifier.ts";
import type { Config } from "../config.ts";
import { findEncryptionKeys } from "./encryption-keys.ts";

/** The embedded identity provider; undefined where the settings name another one. */
export async function startIdentity(
  config: Config,
  logger: Logger,
  pool: Pool,
  terms: Terms | undefined,
): Promise<Identity | undefined> {
  if (config.oidc.externalIssuer) return undefined;
  const from = config.smtp.from ?? `Cairn <no-reply@${new URL(config.publicUrl).hostname}>`;
  const mailer = config.smtp.url
    ? smtpMailer({ url: config.smtp.url, from })
    : outboxMailer({ folder: join(config.dataDir, "outbox"), from });
  const messenger = config.smsWebhook
    ? webhookMessenger(config.smsWebhook)
    : outboxMessenger({ folder: join(config.dataDir, "outbox") });
  return createIdentity({
    pool,
    publicUrl: config.publicUrl,
    appOrigins: config.appOrigins,
    encryptionKeys: await findEncryptionKeys(config),
    mailer,
    messenger,
    logger,
    cognitoApi: config.cognitoApi,
    policy: config.signInPolicy,
    terms,
  });
}

export function makeTokenVerifier(config: Config, identity: Identity | undefined): TokenVerifier {
  const { groupsClaim, usernameClaim, externalIssuer, clientId, audience } = config.oidc;
  if (externalIssuer)
    return createTokenVerifier({ issuer: externalIssuer, clientId, audience, groupsClaim, usernameClaim });
  if (!identity) throw new Error("there is neither an embedded nor an external identity provider");
  return createTokenVerifier({
    issuer: identity.issuer,
    clientId: identity.clientId,
    audience: identity.audience,
    groupsClaim: "cognito:groups",
    usernameClaim: "username",
    keys: identity.jwks,
    isTokenAlive: identity.isTokenAlive,
  });
}

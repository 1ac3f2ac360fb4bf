import { join } from "node:path";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { accountQueries } from "../../identity/accounts/account-queries.ts";
import type { FindOwnedOrganizations } from "../../identity/accounts/still-needed.ts";
import { createIdentity, type Identity } from "../../identity/identity.ts";
import { outboxMessenger, type TextMessenger, webhookMessenger } from "../../identity/messages/text-messages.ts";
import type { Terms } from "../../identity/terms/terms.ts";
import { eraseAdventurer } from "../adventurers/erase-adventurer.ts";
import { withoutSlash } from "../auth/external-provider.ts";
import { embeddedIssuer, groupRolesOf } from "../auth/identity.ts";
import { createTokenVerifier, type TokenVerifier } from "../auth/token-verifier.ts";
import { productTables } from "../database/connection.ts";
import { JobSignal } from "../jobs/job-signal.ts";
import { findLanguageOfAccount, setLanguageOfAccount } from "../languages/language-queries.ts";
import { OutwardPosts } from "../outward/outward-posts.ts";
import { outageOf } from "../refusals/outages.ts";
import type { Config } from "../settings/config.ts";
import { findOwnedOrganizations } from "../teams/owned-organizations.ts";
import { findTeamRoles } from "../teams/scope-queries.ts";
import { findEncryptionKeys } from "./encryption-keys.ts";
import { makeAccountMailer } from "./mailers.ts";
import type { SharedServices } from "./services.ts";

/** Between processes of one installation. */
const ownClockToleranceSeconds = 5;

/** The embedded identity provider, unless the settings name another. */
export async function startIdentity(
  { config, logger, db }: SharedServices,
  pool: Pool,
  terms: Terms | undefined,
): Promise<Identity | undefined> {
  if (config.oidc.externalIssuer) return undefined;
  if (config.role === "web" && !config.encryptionKeys) {
    logger.warn("ENCRYPTION_KEY is not set: the encryption key is stored next to the database");
  }
  const messenger = makeMessenger(config);
  return createIdentity({
    pool,
    publicUrl: config.publicUrl,
    appOrigins: config.appOrigins,
    encryptionKeys: await findEncryptionKeys(config, db),
    mailer: makeAccountMailer(config),
    messenger,
    logger,
    policy: config.signInPolicy,
    terms,
    findLanguage: (subject) => findLanguageOfAccount(db, { issuer: embeddedIssuer, subject }),
    keepLanguage: (subject, code) => setLanguageOfAccount(db, { issuer: embeddedIssuer, subject }, code),
    findOwnedOrganizations: ownedOrganizationsFinder(config),
    onAccountRemoved: eraserOf({ db, logger }),
    isOutage: (error) => outageOf(error) !== undefined,
  });
}

export function ownedOrganizationsFinder({ oidc }: Pick<Config, "oidc">): FindOwnedOrganizations {
  const keyOf = (subject: string) => ({ issuer: embeddedIssuer, subject });
  return async (db, subject, { groups, keepsMembership }) => {
    const product = productTables(db);
    /** Who has lost a group may still be shown as an owner by it. */
    const isOwner = async (accountId: string, organizationId: number) => {
      const account = await accountQueries(db).findById(accountId);
      const groupRoles = groupRolesOf(account?.groups ?? [], oidc.teamGroups);
      const roles = await findTeamRoles(product, { ...keyOf(accountId), groupRoles });
      return roles.some(({ organization_id, role }) => organization_id === organizationId && role === "owner");
    };
    const groupRoles = groupRolesOf(groups, oidc.teamGroups);
    const owned = await findOwnedOrganizations(product, keyOf(subject), { groupRoles, keepsMembership });
    for (const organization of owned) {
      const owners: string[] = [];
      for (const each of organization.otherOwners) if (await isOwner(each, organization.id)) owners.push(each);
      organization.otherOwners = owners;
    }
    return owned;
  };
}

export function eraserOf({ db, logger }: Pick<SharedServices, "db" | "logger">) {
  const jobs = new JobSignal({ db, logger });
  return ({ accountId, deletesUnaccepted }: { accountId: string; deletesUnaccepted: boolean }) =>
    eraseAdventurer({ db, logger, jobs }, { issuer: embeddedIssuer, subject: accountId }, { deletesUnaccepted });
}

/** The issuer in the identities of `makeTokenVerifier`. */
export const issuerNameOf = ({ oidc: { externalIssuer } }: Config): string =>
  externalIssuer ? withoutSlash(externalIssuer) : embeddedIssuer;

export function makeTokenVerifier(config: Config, identity: Identity | undefined, logger: Logger): TokenVerifier {
  const { externalIssuer, ...oidc } = config.oidc;
  if (externalIssuer) return createTokenVerifier({ ...oidc, issuer: externalIssuer, logger });
  if (!identity) throw new Error("no identity provider is configured");
  return createTokenVerifier({
    issuer: identity.issuer,
    issuerName: embeddedIssuer,
    clientId: identity.clientId,
    audience: identity.audience,
    teamGroups: oidc.teamGroups,
    clockToleranceSeconds: ownClockToleranceSeconds,
    keys: identity.jwks,
    isTokenAlive: identity.isTokenAlive,
    isAccountDeleted: identity.isAccountDeleted,
  });
}

function makeMessenger({ smsWebhook, dataDir }: Config): TextMessenger {
  if (!smsWebhook) return outboxMessenger({ folder: join(dataDir, "outbox") });
  const posts = new OutwardPosts({ allowedOrigins: [new URL(smsWebhook.url).origin] });
  return webhookMessenger({ ...smsWebhook, post: (...post) => posts.post(...post) });
}

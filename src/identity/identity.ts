import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { JWTVerifyGetKey } from "jose";
import type pg from "pg";
import { describeAccount, findEnabledAccounts } from "./accounts/account-facts.ts";
import type { Account } from "./accounts/account-queries.ts";
import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { preparePasswordChecks } from "./accounts/passwords.ts";
import { defaultSecurityPolicy, needsSecondFactor, type SecurityPolicy } from "./accounts/security-policy.ts";
import type { FindOwnedOrganizations } from "./accounts/still-needed.ts";
import { makeFirstAdministratorLink } from "./administration/first-administrator.ts";
import { createAttemptLimits } from "./attempts/attempt-limits.ts";
import { identityDatabase } from "./database/identity-database.ts";
import { createSeal, sealStoredSecrets } from "./database/seal.ts";
import { createChosenLanguage, type KeepLanguage } from "./flow/chosen-language.ts";
import { createFlowSteps, createKeptPasswords } from "./flow/flow-steps.ts";
import { createCodes } from "./messages/codes.ts";
import type { Mailer } from "./messages/mailer.ts";
import { createOwnerTexts, type FindLanguage } from "./messages/owner-texts.ts";
import type { TextMessenger } from "./messages/text-messages.ts";
import { createShownPages } from "./pages/shown-pages.ts";
import { identityPlugin } from "./plugin.ts";
import { apiAudience, clientId, scopes } from "./provider/claims.ts";
import { createCurrentProvider } from "./provider/current-provider.ts";
import { createKeyRing, loadKeys } from "./provider/keys.ts";
import { createProvider, type ProviderLogger } from "./provider/provider.ts";
import { wantsSecureCookies } from "./provider/secure-cookies.ts";
import { type OnAccountRemoved, tellRemovals } from "./removals/tell-removals.ts";
import { createSecondFactors } from "./second-factors/second-factors.ts";
import { createSecurityEvents } from "./security-events/security-events.ts";
import { createDevices } from "./sessions/devices.ts";
import { createSessionProofs } from "./sessions/session-proofs.ts";
import { type TokenLife, tokenLife } from "./sessions/token-life.ts";
import { createPasswordReset } from "./sign-in/password-reset.ts";
import { createSignUps } from "./sign-up/sign-ups.ts";
import { createTermsAgreements, type Terms } from "./terms/terms.ts";

export type IdentityOptions = {
  /** The caller closes it. */
  pool: pg.Pool;
  /** The issuer: the app's public address, without a path. */
  publicUrl: string;
  /** Keys that encrypt secrets in the database: the first encrypts, all decrypt. */
  encryptionKeys: readonly string[];
  /** Other origins of the app that sign-in and sign-out may return to. */
  appOrigins?: readonly string[];
  mailer: Mailer;
  messenger: TextMessenger;
  logger: ProviderLogger;
  /** Overrides of `defaultSecurityPolicy`. */
  policy?: Partial<SecurityPolicy>;
  /** If omitted, nobody has to agree to terms. */
  terms?: Terms | undefined;
  /** Finds the language of emails and text messages; by default it is that of the request. */
  findLanguage?: FindLanguage;
  /** By default, only the device has a chosen language. */
  keepLanguage?: KeepLanguage;
  /** Asked before an account goes or loses roles. By default accounts own nothing. */
  findOwnedOrganizations?: FindOwnedOrganizations;
  /** Called for removed accounts, so that their data can be anonymized. */
  onAccountRemoved?: OnAccountRemoved;
  /** Whether an error comes from a temporary database failure, which is answered with 503. By default none. */
  isOutage?: (error: unknown) => boolean;
  clock?: () => Date;
};

export type Identity = {
  /** Register it at the server's root. */
  plugin: FastifyPluginAsync;
  issuer: string;
  clientId: string;
  audience: string;
  scopes: string;
  /** Tells it of an address that chooses a language. */
  onLanguageChosen(request: FastifyRequest, reply: FastifyReply, code: string): Promise<void>;
  /** Verification keys, without HTTP requests; keys of other processes are found in the database. */
  jwks: JWTVerifyGetKey;
  /** False once the access token's grant ended, or its account was disabled or changed roles. */
  isTokenAlive: TokenLife;
  accounts: Accounts;
  /** Whether there was an account with this id. */
  isAccountDeleted(accountId: string): Promise<boolean>;
  /** The stored data of an account, for its owner; undefined if there is none. */
  describeAccount(accountId: string): Promise<unknown>;
  /** Whether an account may sign in: it exists, is enabled, and has the second factor that it needs. */
  isAccountActive(accountId: string): Promise<boolean>;
  findEnabledAccounts: typeof findEnabledAccounts;
  /** A one-time link for creating the first administrator; undefined if there is one. */
  makeFirstAdministratorLink(): Promise<string | undefined>;
};

/**
 * The embedded OpenID provider, on the PostgreSQL schema `identity`. Any number of processes can share a database. One
 * of them should run `startSweep` to remove expired data.
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, mailer, messenger, logger, appOrigins = [] } = options;
  const { isOutage = () => false, clock = () => new Date() } = options;
  const publicUrl = options.publicUrl.replace(/\/$/, "");
  const policy = { ...defaultSecurityPolicy, ...options.policy };
  const db = identityDatabase(pool);
  const seal = createSeal(options.encryptionKeys);
  await sealStoredSecrets(db, seal);
  const keys = await loadKeys(db, seal, clock());
  const keyRing = createKeyRing(db, seal, keys, clock);
  const ownerTexts = createOwnerTexts({ findLanguage: options.findLanguage ?? (async () => null), logger });
  const events = createSecurityEvents({ logger, mailer, ownerTexts, publicUrl });
  const limits = createAttemptLimits(db, clock, events);
  const { onAccountRemoved } = options;
  const accounts = createAccounts(db, {
    events,
    findOwnedOrganizations: options.findOwnedOrganizations,
    onRemoved: async () => {
      if (!onAccountRemoved) return;
      await tellRemovals(db, onAccountRemoved).catch((error: unknown) =>
        logger.error({ err: error }, "the data of a removed account could not be erased yet"),
      );
    },
  });
  const codes = createCodes(db, keys.codes, clock);
  const isSecure = wantsSecureCookies(publicUrl);
  const devices = createDevices(db, { clock, events, isSecure });
  const flowSteps = createFlowSteps(db, clock);
  const secondFactors = createSecondFactors({
    db,
    seal,
    codes,
    messenger,
    ownerTexts,
    limits,
    events,
    secret: keys.codes,
    clock,
  });
  const mayEnter = async (account: Account) =>
    account.enabled &&
    (!needsSecondFactor(policy, account) || (await secondFactors.confirmedKinds(account.id)).length > 0);
  const currentProvider = await createCurrentProvider(keyRing, (signingKeys) =>
    createProvider({
      db,
      devices,
      accounts,
      keys: { ...signingKeys, cookies: keys.cookies },
      refreshSecret: keys.codes,
      mayEnter,
      policy,
      publicUrl,
      appOrigins,
      logger,
      isOutage,
      clock,
    }),
  );
  const chosenLanguage = createChosenLanguage({
    provider: currentProvider.provider,
    keepLanguage: options.keepLanguage ?? (async () => {}),
    logger,
    publicUrl,
    isSecure,
  });
  const isTokenAlive = tokenLife(db, clock);
  await preparePasswordChecks();

  const plugin = identityPlugin(
    {
      db,
      currentProvider,
      provider: currentProvider.provider,
      accounts,
      codes,
      keys,
      keyRing,
      isTokenAlive,
      logger,
      isOutage,
      publicUrl,
      homeUrl: `${publicUrl}/`,
      returnUrls: [publicUrl, ...appOrigins].map((origin) => `${origin}/`),
      limits,
      events,
      flowSteps,
      chosenLanguage,
      terms: options.terms,
      termsAgreements: createTermsAgreements(db, clock),
      keptPasswords: createKeptPasswords(flowSteps, limits),
      shownPages: createShownPages(db, { clock, isSecure }),
      secondFactors,
      mayEnter,
      policy,
      clock,
      proofs: createSessionProofs(db, clock),
      devices,
      signUps: createSignUps({ db, accounts, codes, mailer, ownerTexts, publicUrl, clock }),
      passwordReset: createPasswordReset({
        db,
        accounts,
        codes,
        flowSteps,
        mailer,
        ownerTexts,
        publicUrl,
        limits,
        events,
        logger,
      }),
    },
    { appOrigins },
  );

  return {
    plugin,
    onLanguageChosen: chosenLanguage.onChosen,
    issuer: publicUrl,
    clientId,
    audience: apiAudience,
    scopes,
    jwks: keyRing.findKey,
    isTokenAlive,
    accounts,
    isAccountDeleted: accounts.isDeleted,
    describeAccount: (accountId) => describeAccount(db, accountId),
    isAccountActive: async (accountId) => {
      const account = await accounts.findById(accountId);
      return account !== undefined && (await mayEnter(account));
    },
    findEnabledAccounts,
    makeFirstAdministratorLink: () => makeFirstAdministratorLink({ accounts, codes, publicUrl }),
  };
}

import type { FastifyPluginAsync } from "fastify";
import type { JWTVerifyGetKey } from "jose";
import type pg from "pg";
import { type Accounts, createAccounts } from "./accounts/accounts.ts";
import { describeAccount } from "./accounts/describe-account.ts";
import { preparePasswordChecks } from "./accounts/passwords.ts";
import { makeFirstAdministratorLink } from "./administration/first-administrator.ts";
import { createAttemptLimits } from "./attempts/attempt-limits.ts";
import { identityDatabase } from "./database/identity-database.ts";
import { createFlowSteps } from "./flow/flow-steps.ts";
import { createCodes } from "./messages/codes.ts";
import type { Mailer } from "./messages/mailer.ts";
import type { TextMessenger } from "./messages/text-messages.ts";
import { identityPlugin } from "./plugin.ts";
import { apiAudience, clientId, scopes } from "./provider/clients.ts";
import { createCurrentProvider } from "./provider/current-provider.ts";
import { createKeyRing } from "./provider/key-ring.ts";
import { loadKeys } from "./provider/keys.ts";
import { createProvider, type ProviderLogger } from "./provider/provider.ts";
import { type OnAccountRemoved, tellRemovals } from "./removals/tell-removals.ts";
import { createSecondFactors } from "./second-factors/second-factors.ts";
import { createDevices } from "./sessions/devices.ts";
import { tokenLife } from "./sessions/token-life.ts";
import { createPasswordReset } from "./sign-in/password-reset.ts";
import { createSignUps } from "./sign-up/sign-ups.ts";

export type IdentityOptions = {
  /** Stays the caller's to close. */
  pool: pg.Pool;
  /** The issuer: the address of the app as browsers see it, without a path. */
  publicUrl: string;
  mailer: Mailer;
  /** Without one, second factors by text message are refused when they are sent. */
  messenger?: TextMessenger;
  logger: ProviderLogger;
  /** Answers Cognito's JSON operations at `POST /` too. Default false. */
  cognitoApi?: boolean;
  /** Told of removed accounts, so that their data is not left under their names. */
  onAccountRemoved?: OnAccountRemoved;
  clock?: () => Date;
};

export type Identity = {
  /** To be registered at the root of the server. */
  plugin: FastifyPluginAsync;
  issuer: string;
  clientId: string;
  /** The audience of access tokens. */
  audience: string;
  scopes: string;
  /** Where the app sends the browser to sign out. */
  signOutUrl: string;
  /** The keys to verify tokens by, without a request; those that another process made are found in the database. */
  jwks: JWTVerifyGetKey;
  /** False once the grant behind an access token ended, or its account was disabled or changed roles. */
  isTokenAlive(claims: Record<string, unknown>): Promise<boolean>;
  accounts: Accounts;
  /** What is kept about an account, for its owner; undefined where there is none. */
  describeAccount(accountId: string): Promise<unknown>;
  /** A one-time link to make the first administrator, where there is none; undefined otherwise. Ends the link before. */
  makeFirstAdministratorLink(): Promise<string | undefined>;
};

const noMessenger: TextMessenger = {
  send: () => Promise.reject(new Error("No way to send text messages is set up")),
};

/**
 * The embedded OpenID provider, over the PostgreSQL schema `identity`. Any number of processes may run it on one database.
 * What has run out is removed by `startSweep`, in one of them.
 */
export async function createIdentity(options: IdentityOptions): Promise<Identity> {
  const { pool, mailer, messenger = noMessenger, logger, clock = () => new Date() } = options;
  const publicUrl = options.publicUrl.replace(/\/$/, "");
  const db = identityDatabase(pool);
  const keys = await loadKeys(db);
  const keyRing = createKeyRing(db, keys, clock);
  const { onAccountRemoved } = options;
  const accounts = createAccounts(db, {
    onRemoved: async () => {
      if (!onAccountRemoved) return;
      await tellRemovals(db, onAccountRemoved).catch((error: unknown) =>
        logger.error({ err: error }, "the data of a removed account is not erased yet"),
      );
    },
  });
  const codes = createCodes(db, keys.codes, clock);
  const devices = createDevices(db, { clock, isSecure: publicUrl.startsWith("https:") });
  const currentProvider = await createCurrentProvider(keyRing, (signingKeys) =>
    createProvider({
      db,
      devices,
      accounts,
      keys: { ...signingKeys, cookies: keys.cookies },
      publicUrl,
      logger,
      clock,
    }),
  );
  const isTokenAlive = tokenLife(db, clock);
  await preparePasswordChecks();

  const plugin = identityPlugin(
    {
      db,
      currentProvider,
      provider: currentProvider.provider,
      accounts,
      codes,
      mailer,
      keys,
      keyRing,
      isTokenAlive,
      logger,
      publicUrl,
      homeUrl: `${publicUrl}/`,
      limits: createAttemptLimits(db, clock),
      flowSteps: createFlowSteps(db, clock),
      secondFactors: createSecondFactors({ db, codes, messenger, secret: keys.codes, clock }),
      devices,
      signUps: createSignUps({ db, accounts, codes, mailer, publicUrl, clock }),
      passwordReset: createPasswordReset({ db, codes, mailer, publicUrl, logger }),
    },
    { cognitoApi: options.cognitoApi ?? false },
  );

  return {
    plugin,
    issuer: publicUrl,
    clientId,
    audience: apiAudience,
    scopes,
    signOutUrl: `${publicUrl}/logout`,
    jwks: keyRing.findKey,
    isTokenAlive,
    accounts,
    describeAccount: (accountId) => describeAccount(db, accountId),
    makeFirstAdministratorLink: () => makeFirstAdministratorLink({ accounts, codes, publicUrl }),
  };
}

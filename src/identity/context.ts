import type { Provider } from "oidc-provider";
import type { Account } from "./accounts/account-queries.ts";
import type { Accounts } from "./accounts/accounts.ts";
import type { SecurityPolicy } from "./accounts/security-policy.ts";
import type { AttemptLimits } from "./attempts/attempt-limits.ts";
import type { IdentityDb } from "./database/identity-database.ts";
import type { ChosenLanguage } from "./flow/chosen-language.ts";
import type { FlowSteps, KeptPasswords } from "./flow/flow-steps.ts";
import type { Codes } from "./messages/codes.ts";
import type { ShownPages } from "./pages/shown-pages.ts";
import type { CurrentProvider } from "./provider/current-provider.ts";
import type { CookieKeys, KeyRing } from "./provider/keys.ts";
import type { ProviderLogger } from "./provider/provider.ts";
import type { SecondFactors } from "./second-factors/second-factors.ts";
import type { SecurityEvents } from "./security-events/security-events.ts";
import type { Devices } from "./sessions/devices.ts";
import type { SessionProofs } from "./sessions/session-proofs.ts";
import type { TokenLife } from "./sessions/token-life.ts";
import type { PasswordReset } from "./sign-in/password-reset.ts";
import type { SignUps } from "./sign-up/sign-ups.ts";
import type { Terms, TermsAgreements } from "./terms/terms.ts";

/** Dependencies of all identity routes; each picks what it needs. */
export type IdentityContext = {
  db: IdentityDb;
  currentProvider: CurrentProvider;
  provider: Provider;
  keys: CookieKeys;
  keyRing: KeyRing;
  accounts: Accounts;
  secondFactors: SecondFactors;
  devices: Devices;
  codes: Codes;
  flowSteps: FlowSteps;
  chosenLanguage: ChosenLanguage;
  keptPasswords: KeptPasswords;
  signUps: SignUps;
  passwordReset: PasswordReset;
  proofs: SessionProofs;
  shownPages: ShownPages;
  isTokenAlive: TokenLife;
  limits: AttemptLimits;
  events: SecurityEvents;
  policy: SecurityPolicy;
  /** False if the account is disabled or lacks a required second factor. */
  mayEnter(account: Account): Promise<boolean>;
  /** Undefined if the installation has none. */
  terms: Terms | undefined;
  termsAgreements: TermsAgreements;
  logger: ProviderLogger;
  /** Whether an error comes from a temporary database failure, which is answered with 503. */
  isOutage: (error: unknown) => boolean;
  clock: () => Date;
  /** Without a trailing slash. */
  publicUrl: string;
  /** The app: `publicUrl` with a trailing slash. */
  homeUrl: string;
  /** The app's addresses that sign-out may return to. */
  returnUrls: readonly string[];
};

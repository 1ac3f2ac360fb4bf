import type { Provider } from "oidc-provider";
import type { Account } from "../accounts/account-queries.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { SecurityPolicy } from "../accounts/security-policy.ts";
import type { AttemptLimits } from "../attempts/attempt-limits.ts";
import type { CookieKeys } from "../provider/keys.ts";
import type { ProviderLogger } from "../provider/provider.ts";
import type { SecondFactors } from "../second-factors/second-factors.ts";
import type { SecurityEvents } from "../security-events/security-events.ts";
import type { Devices } from "../sessions/devices.ts";
import type { SessionProofs } from "../sessions/session-proofs.ts";

/** Dependencies of the account page and its subpages. */
export type AccountPageContext = {
  provider: Provider;
  keys: CookieKeys;
  accounts: Accounts;
  secondFactors: SecondFactors;
  devices: Devices;
  limits: AttemptLimits;
  events: SecurityEvents;
  proofs: SessionProofs;
  policy: SecurityPolicy;
  clock: () => Date;
  /** False if the account is disabled or lacks a required second factor. */
  mayEnter(account: Account): Promise<boolean>;
  logger: ProviderLogger;
  publicUrl: string;
  homeUrl: string;
};

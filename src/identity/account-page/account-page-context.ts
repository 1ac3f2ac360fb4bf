import type { Provider } from "oidc-provider";
import type { Accounts } from "../accounts/accounts.ts";
import type { AttemptLimits } from "../attempts/attempt-limits.ts";
import type { CookieKeys } from "../provider/keys.ts";
import type { ProviderLogger } from "../provider/provider.ts";
import type { SecondFactors } from "../second-factors/second-factors.ts";
import type { Devices } from "../sessions/devices.ts";

/** What the account page, and the pages under it, work with. */
export type AccountPageContext = {
  provider: Provider;
  keys: CookieKeys;
  accounts: Accounts;
  secondFactors: SecondFactors;
  devices: Devices;
  limits: AttemptLimits;
  logger: ProviderLogger;
  publicUrl: string;
  homeUrl: string;
};

import type { Provider } from "oidc-provider";
import type { Accounts } from "./accounts/accounts.ts";
import type { AttemptLimits } from "./attempts/attempt-limits.ts";
import type { IdentityDb } from "./database/identity-database.ts";
import type { FlowSteps } from "./flow/flow-steps.ts";
import type { Codes } from "./messages/codes.ts";
import type { Mailer } from "./messages/mailer.ts";
import type { IdentityKeys } from "./provider/keys.ts";
import type { ProviderLogger } from "./provider/provider.ts";
import type { SecondFactors } from "./second-factors/second-factors.ts";
import type { Devices } from "./sessions/devices.ts";
import type { SignUps } from "./sign-up/sign-ups.ts";

/** What the hosted pages work with. */
export interface IdentityContext {
  db: IdentityDb;
  provider: Provider;
  accounts: Accounts;
  signUps: SignUps;
  codes: Codes;
  limits: AttemptLimits;
  flowSteps: FlowSteps;
  secondFactors: SecondFactors;
  devices: Devices;
  mailer: Mailer;
  keys: IdentityKeys;
  logger: ProviderLogger;
  clock: () => Date;
  /** Without a slash at the end. */
  publicUrl: string;
  /** The app: `publicUrl` with a slash. */
  homeUrl: string;
}

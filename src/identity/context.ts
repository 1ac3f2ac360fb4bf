import type { Provider } from "oidc-provider";
import type { Accounts } from "./accounts.ts";
import type { AttemptLimits } from "./attempt-limits.ts";
import type { Codes } from "./codes.ts";
import type { IdentityDb } from "./database.ts";
import type { Devices } from "./devices.ts";
import type { FlowSteps } from "./flow-steps.ts";
import type { IdentityKeys } from "./keys.ts";
import type { Mailer } from "./mailer.ts";
import type { ProviderLogger } from "./provider.ts";
import type { SecondFactors } from "./second-factors.ts";
import type { SignUps } from "./sign-ups.ts";

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

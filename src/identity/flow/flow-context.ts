import type { Provider } from "oidc-provider";
import type { Accounts } from "../accounts/accounts.ts";
import type { SecurityPolicy } from "../accounts/security-policy.ts";
import type { AttemptLimits } from "../attempts/attempt-limits.ts";
import type { ProviderLogger } from "../provider/provider.ts";
import type { SecondFactors } from "../second-factors/second-factors.ts";
import type { SecurityEvents } from "../security-events/security-events.ts";
import type { Devices } from "../sessions/devices.ts";
import type { Terms } from "../terms/terms.ts";
import type { TermsAgreements } from "../terms/terms-agreements.ts";
import type { FlowSteps } from "./flow-steps.ts";

/** What the pages of a running sign-in work with. */
export type FlowContext = {
  provider: Provider;
  accounts: Accounts;
  secondFactors: SecondFactors;
  devices: Devices;
  flowSteps: FlowSteps;
  limits: AttemptLimits;
  events: SecurityEvents;
  policy: SecurityPolicy;
  clock: () => Date;
  /** Undefined where the installation has none. */
  terms: Terms | undefined;
  termsAgreements: TermsAgreements;
  logger: ProviderLogger;
  /** Without a slash at the end. */
  publicUrl: string;
  /** The app: `publicUrl` with a slash. */
  homeUrl: string;
};

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
  /** Undefined if the installation has none. */
  terms: Terms | undefined;
  termsAgreements: TermsAgreements;
  logger: ProviderLogger;
  /** Without a trailing slash. */
  publicUrl: string;
  /** The app: `publicUrl` with a trailing slash. */
  homeUrl: string;
};

import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import type { Identity } from "../../identity/identity.ts";
import { readTerms } from "../../identity/terms/terms.ts";
import { termsPlugin } from "../../identity/terms/terms-routes.ts";
import { createApp } from "../app.ts";
import { closeInOrder, type Ending } from "../calls/ending.ts";
import { findDemoAccounts } from "../demo/demo-accounts.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import type { Config } from "../settings/config.ts";
import { issuerNameOf, makeTokenVerifier, startIdentity } from "./identity-provider.ts";
import { createWebServices, type SharedServices } from "./services.ts";
import type { Started } from "./started.ts";

/** Running requests have this long when the process ends: uploads over slow lines need it. */
const finishMs = 60_000;
/** Then connections are closed, and the rest is quick. */
const closeMs = 5_000;

export const endDeadlineMs = ({ drainMs }: Pick<Config, "drainMs">): number => drainMs + finishMs + closeMs;

/** The role web. Prints the notices, and resolves once the server listens. */
export async function startWeb(
  shared: SharedServices,
  pool: Pool,
  { started, ending, showsNotices }: { started: Started; ending: Ending; showsNotices: boolean },
): Promise<void> {
  const { config, logger } = shared;
  if (config.publicUrl.startsWith("https:") && config.trustedProxies === false) {
    logger.warn(
      "PUBLIC_URL is https but no proxy is trusted, so all clients count as one address. Set TRUST_PROXY to the number of proxies.",
    );
  }
  const terms = await readTerms(config.terms);
  const identity = await startIdentity(shared, pool, terms);
  const services = await createWebServices(shared, {
    verifyToken: makeTokenVerifier(config, identity, logger),
    issuerName: issuerNameOf(config),
    ...(identity ? { embeddedIdentity: identity } : {}),
  });
  if (config.demo && identity) await seedDemo({ services, accounts: identity.accounts });
  else if (config.demo) logger.info("no demo content: it needs the embedded identity provider");

  const webRoot = findWebRoot();
  const app = await createApp(services, {
    sitePlugins: identity ? [identity.plugin] : terms ? [termsPlugin({ terms, publicUrl: config.publicUrl })] : [],
    ...(identity && { onLanguageChosen: identity.onLanguageChosen }),
    ...(webRoot ? { webRoot } : {}),
    ending,
  });
  const { drainMs } = config;
  started.add("server", () => closeInOrder(app, ending, { drainMs, finishMs }), { timeoutMs: endDeadlineMs(config) });
  if (showsNotices && identity && !config.demo) {
    for (const notice of await findNotices(identity)) console.log(notice);
  }
  await app.listen({ port: config.port, host: config.host });
}

/** What an administrator without the demo should read. */
async function findNotices(identity: Identity): Promise<string[]> {
  // Demo accounts remain if the demo is switched off later.
  const names = (await findDemoAccounts(identity.accounts)).map(({ username }) => username);
  const link = await identity.makeFirstAdministratorLink();
  return [
    ...(names.length === 0
      ? []
      : [
          `WARNING: demo accounts can still sign in: ${names.join(", ")}. Their password is public. Disable them with: npm run account -- disable-demo`,
        ]),
    ...(link ? [`There is no administrator yet. Create one at ${link} (works once, within a day)`] : []),
  ];
}

/** The built pages beside the bundle, or in `dist` when run from source. */
function findWebRoot(): string | undefined {
  const candidates = ["../web/", "../../../dist/web/"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((folder) => existsSync(join(folder, "index.html")) && existsSync(join(folder, "assets")));
}

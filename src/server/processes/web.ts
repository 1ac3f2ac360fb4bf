import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Identity } from "../../identity/identity.ts";
import { readTerms } from "../../identity/terms/terms.ts";
import { termsPlugin } from "../../identity/terms/terms-routes.ts";
import { bindFormerAdventurers } from "../adventurers/bind-former-adventurers.ts";
import { createApp } from "../app.ts";
import { findDemoAccounts } from "../demo/demo-accounts.ts";
import { seedDemo } from "../demo/seed-demo.ts";
import { makeTokenVerifier, startIdentity } from "./identity-provider.ts";
import { createWebServices, type SharedServices } from "./services.ts";
import type { Started } from "./started.ts";

/** The role web: answers requests. Resolves when the server listens. */
export async function startWeb(shared: SharedServices, pool: Pool, started: Started): Promise<void> {
  const { config, logger } = shared;
  if (config.publicUrl.startsWith("https:") && config.trustedProxies === false) {
    logger.warn(
      "PUBLIC_URL is https, and no proxy is trusted: all who come through one count as one address. Set TRUST_PROXY to the number of proxies.",
    );
  }
  const terms = await readTerms(config.terms);
  const identity = await startIdentity(shared, pool, terms);
  const services = await createWebServices(shared, {
    verifyToken: makeTokenVerifier(config, identity, logger),
    ...(identity ? { embeddedIdentity: identity } : {}),
  });
  if (identity) await bindFormerAdventurers(shared, (username) => identity.accounts.find(username));
  if (config.demo && identity) await seedDemo({ services, accounts: identity.accounts });
  else if (config.demo) logger.info("no demo content: its accounts belong to the embedded identity provider");

  const webRoot = findWebRoot();
  const app = await createApp(services, {
    sitePlugins: identity ? [identity.plugin] : terms ? [termsPlugin({ terms, publicUrl: config.publicUrl })] : [],
    ...(webRoot ? { webRoot } : {}),
  });
  started.add("server", () => app.close());
  await app.listen({ port: config.port, host: config.host });
  if (!config.demo && identity) await warnOfDemoAccounts(identity.accounts, logger);
  const link = config.demo ? undefined : await identity?.makeFirstAdministratorLink();
  if (link) console.log(`There is no administrator yet. Create one at ${link} (works once, for a day)`);
  console.log(`Cairn is listening on ${config.publicUrl}`);
}

/** They stay when an installation that showed the demo begins to keep real data. */
async function warnOfDemoAccounts(accounts: Identity["accounts"], logger: Logger): Promise<void> {
  const names = (await findDemoAccounts(accounts)).map(({ username }) => username);
  if (names.length === 0) return;
  logger.warn({ accounts: names }, "accounts of the demo can still sign in");
  console.warn(
    `WARNING: accounts of the demo can still sign in: ${names.join(", ")}. Others may know their password. Disable them by: npm run account -- disable-demo`,
  );
}

/** The built pages: beside the bundle, or in the project's `dist` when run from source. */
function findWebRoot(): string | undefined {
  const candidates = ["../web/", "../../../dist/web/"].map((path) => fileURLToPath(new URL(path, import.meta.url)));
  return candidates.find((folder) => existsSync(join(folder, "index.html")) && existsSync(join(folder, "assets")));
}

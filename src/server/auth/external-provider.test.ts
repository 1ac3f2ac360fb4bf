import { createServer } from "node:http";
import helmet from "@fastify/helmet";
import { fastify } from "fastify";
import { afterEach, expect, it } from "vitest";
import { contentSecurityPolicy } from "../pages/security-headers.ts";
import { loadConfig } from "../settings/config.ts";
import { findExternalProvider } from "./external-provider.ts";

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Answers after this many failures. */
async function startProvider(failures: number, document: object) {
  let left = failures;
  const server = createServer((_request, response) => {
    left -= 1;
    response.statusCode = left >= 0 ? 503 : 200;
    response.end(JSON.stringify(document));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("no address");
  return `http://127.0.0.1:${address.port}`;
}

function listen() {
  const warnings: string[] = [];
  const errors: unknown[] = [];
  const logger = {
    warn: (_details: object, message: string) => void warnings.push(message),
    error: (details: object) => void errors.push(details),
  };
  return { warnings, errors, logger };
}

it("[IDENT-13] lets the browser connect to every endpoint of the provider, and nowhere else", async () => {
  const issuer = await startProvider(2, {
    authorization_endpoint: "https://login.example.org/authorize",
    token_endpoint: "https://tokens.example.org/token",
    jwks_uri: "https://keys.example.org/keys",
    end_session_endpoint: "javascript:alert(1)",
  });
  const { warnings, logger } = listen();
  const provider = await findExternalProvider(issuer, {
    logger,
    alsoAllow: ["https://out.example.org/x"],
    firstPauseMs: 1,
  });
  expect(warnings).toHaveLength(2);
  const origins = [issuer, "https://out.example.org", "https://login.example.org", "https://tokens.example.org"];
  expect(provider.origins()).toEqual(origins);

  const app = fastify();
  ends.push(() => app.close());
  await app.register(helmet, contentSecurityPolicy(loadConfig({ OIDC_ISSUER: issuer }), provider));
  app.get("/", async () => "");
  const policy = String((await app.inject("/")).headers["content-security-policy"]);
  expect(policy).toContain(`connect-src 'self' ${origins.join(" ")};`);
  expect(policy).toContain("script-src 'self';");
});

it("does not wait for a provider that does not respond, but keeps trying", async () => {
  const issuer = await startProvider(4, { token_endpoint: "https://tokens.example.org/token" });
  const { warnings, logger } = listen();
  const provider = await findExternalProvider(issuer, { logger, firstPauseMs: 50, startWaitMs: 20 });
  expect(provider.origins()).toEqual([issuer]);
  await expect.poll(() => provider.origins(), { timeout: 60_000 }).toEqual([issuer, "https://tokens.example.org"]);
  expect(warnings).toHaveLength(4);
});

it("reports at the start that the provider is a different issuer, and starts anyway", async () => {
  const issuer = await startProvider(0, { issuer: "https://id.example.org/realms/field" });
  const { errors, logger } = listen();
  const provider = await findExternalProvider(issuer, { logger, firstPauseMs: 1 });
  expect(provider.origins()).toEqual([issuer]);
  expect(JSON.stringify(errors, (_key, value) => (value instanceof Error ? value.message : value))).toContain(
    "reports the issuer https://id.example.org/realms/field: set OIDC_ISSUER to that address",
  );
});

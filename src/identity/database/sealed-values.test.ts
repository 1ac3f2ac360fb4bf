import { afterAll, beforeAll, expect, it } from "vitest";
import { type IdentityServer, startIdentityServer, testEncryptionKey } from "../../../test/identity-server.ts";
import { addAliceAndAdmin, authenticatorCode, testPassword } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { createSeal } from "./seal.ts";
import { sealedAbout } from "./sealed-values.ts";

const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
let server: IdentityServer;

beforeAll(async () => {
  server = await startIdentityServer();
  await addAliceAndAdmin(server);
});
afterAll(() => server.close());

const readStored = async () => {
  const { rows } = await server.pool.query<{ stored: string }>(
    `SELECT private_jwk AS stored FROM identity.signing_keys UNION ALL SELECT value FROM identity.secrets
     UNION ALL SELECT secret FROM identity.second_factors`,
  );
  return rows.map(({ stored }) => stored);
};

it("secrets that an older version kept in the open are encrypted at the next start, and still work", async () => {
  const { unseal } = createSeal([testEncryptionKey]);
  const { rows: keys } = await server.pool.query("SELECT kid, private_jwk FROM identity.signing_keys");
  for (const { kid, private_jwk } of keys) {
    const open = unseal(private_jwk, sealedAbout.signingKey(kid));
    await server.pool.query("UPDATE identity.signing_keys SET private_jwk = $1 WHERE kid = $2", [open, kid]);
  }
  const { rows: secrets } = await server.pool.query("SELECT purpose, value FROM identity.secrets");
  for (const { purpose, value } of secrets) {
    const open = unseal(value, sealedAbout.installationSecret(purpose));
    await server.pool.query("UPDATE identity.secrets SET value = $1 WHERE value = $2", [open, value]);
  }
  await server.pool.query(
    `INSERT INTO identity.second_factors (account_id, kind, secret, confirmed_at)
     SELECT id, 'software_token', $1, now() FROM identity.accounts WHERE username = 'alice'`,
    [totpSecret],
  );
  expect((await readStored()).filter((stored) => stored.startsWith("sealed:"))).toEqual([]);

  await server.restart();
  const stored = await readStored();
  expect(stored).toHaveLength(4);
  expect(stored.every((each) => each.startsWith("sealed:1:"))).toBe(true);

  const journey = new SignInJourney(server.publicUrl);
  const factor = await journey.submitSignIn(await journey.start(), "alice", testPassword);
  const code = authenticatorCode(server, totpSecret);
  expect((await journey.browser.submit(factor, "/factor", { code }, journey.isCallback)).url).toContain("code=");
});

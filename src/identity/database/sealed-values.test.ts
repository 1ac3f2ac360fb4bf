import { expect, it } from "vitest";
import { testEncryptionKey } from "../../../test/identity-server.ts";
import { authenticatorCode, testPassword, usingAliceAndAdmin } from "../../../test/identity-test-data.ts";
import { SignInJourney } from "../../../test/sign-in-journey.ts";
import { createSeal, sealedAbout } from "./seal.ts";

const totpSecret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const server = usingAliceAndAdmin();

const readStored = async () => {
  const { rows } = await server.pool.query<{ stored: string }>(
    `SELECT private_jwk AS stored FROM identity.signing_keys UNION ALL SELECT value FROM identity.secrets
     UNION ALL SELECT secret FROM identity.second_factors`,
  );
  return rows.map(({ stored }) => stored);
};

it("secrets are re-encrypted for a new first key, and work once the old key is gone", async () => {
  const newKey = "a new key that comes before the one of tests";
  const { rows } = await server.pool.query("SELECT id FROM identity.accounts WHERE username = 'alice'");
  await server.pool.query(
    `INSERT INTO identity.second_factors (account_id, kind, secret, confirmed_at) VALUES ($1, 'software_token', $2, now())`,
    [rows[0].id, createSeal([testEncryptionKey]).seal(totpSecret, sealedAbout.softwareToken(rows[0].id))],
  );
  await server.restart({ encryptionKeys: [newKey, testEncryptionKey] });
  const { isCurrent } = createSeal([newKey]);
  expect((await readStored()).map(isCurrent)).toEqual([true, true, true, true]);
  await server.restart({ encryptionKeys: [newKey] });

  const journey = new SignInJourney(server.publicUrl);
  const factor = await journey.submitSignIn(await journey.start(), "alice", testPassword);
  const code = authenticatorCode(server, totpSecret);
  expect((await journey.browser.submit(factor, "/factor", { code }, journey.isCallback)).url).toContain("code=");
});

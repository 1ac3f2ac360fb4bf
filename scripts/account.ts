import { openAccountAdministration, runAccountCommand } from "../src/identity/administration/account-commands.ts";
import { findDemoAccounts } from "../src/server/demo/demo-accounts.ts";
import { findEncryptionKeys } from "../src/server/processes/encryption-keys.ts";
import { ownedOrganizationsFinder } from "../src/server/processes/identity-provider.ts";
import { administer, operator } from "./administer.ts";

await administer(async ({ pool, db }, config) => {
  const administration = openAccountAdministration(
    pool,
    await findEncryptionKeys(config, db),
    ownedOrganizationsFinder(config),
  );
  await runAccountCommand(process.argv.slice(2), administration, {
    ...operator,
    temporaryPasswordDays: config.signInPolicy.temporaryPasswordDays,
    findDemoAccounts: () => findDemoAccounts(administration.accounts),
  });
});

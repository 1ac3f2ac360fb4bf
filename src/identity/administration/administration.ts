import type pg from "pg";
import type { Account } from "../accounts/account-queries.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { FindOwnedOrganizations } from "../accounts/still-needed.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { createSeal } from "../database/seal.ts";
import { rotateSigningKey } from "../provider/keys.ts";
import { resetFactors } from "../second-factors/reset-factors.ts";

export type AccountAdministration = ReturnType<typeof openAccountAdministration>;

/** Account administration for tools that run beside the server. */
export function openAccountAdministration(
  pool: pg.Pool,
  encryptionKeys: readonly string[],
  findOwnedOrganizations?: FindOwnedOrganizations,
) {
  const db = identityDatabase(pool);
  const seal = createSeal(encryptionKeys);
  return {
    accounts: createAccounts(db, { findOwnedOrganizations }),
    resetFactors: (account: Account, actor: string) => resetFactors(db, account, actor),
    rotateSigningKey: () => rotateSigningKey(db, seal, new Date()),
  };
}

import { findAccount, lockAccount } from "../auth/hold-accounts.ts";
import { type AccountKey, embeddedIssuer, type Identity } from "../auth/identity.ts";
import { constraintOf, type DatabaseLogger, type Db, type Tx } from "../database/connection.ts";
import { transaction } from "../database/transaction.ts";
import { DomainError } from "../refusals/domain-error.ts";
import type { FindEnabledAccounts } from "../teams/member-queries.ts";
import {
  findOwners,
  giveAdventurer,
  insertAdventurer,
  renameAdventurer,
  setMailAddress,
} from "./adventurer-queries.ts";

export type BindingServices = {
  db: Db;
  logger: DatabaseLogger;
  findEnabledAccounts: FindEnabledAccounts;
  /** The installation's previous provider. */
  formerIssuer: string | undefined;
};

/**
 * Ensures that the username in a token belongs to its account: a new account gets a row, a renamed account keeps its data, and a
 * username of another account is rejected. Stores the email in the token.
 * @throws DomainError `username_taken`, `token_expired`
 */
export async function bindAdventurer(services: BindingServices, identity: Identity): Promise<void> {
  const { db, logger, formerIssuer } = services;
  const owners = await findOwners(db, identity);
  const binding = chooseBinding(identity, owners, formerIssuer);
  if (binding === "bound") return keepMailAddress(db, identity, owners.ofAccount);
  if (binding === "refuse") throw new DomainError("username_taken");
  await change(services, identity, owners, binding);
  // Another account may have taken the username at the same time.
  const now = await findOwners(db, identity);
  if (chooseBinding(identity, now, formerIssuer) !== "bound") throw new DomainError("username_taken");
  await keepMailAddress(db, identity, now.ofAccount);
  if (binding === "rename") logger.info({ subject: identity.subject }, "a user has a new name");
  if (binding === "take_over")
    logger.warn({ subject: identity.subject }, "an account took over the data of its username");
}

/** Only for external providers: the embedded one is asked for the address before each email. */
async function keepMailAddress(
  db: Db,
  identity: Identity,
  owner: { mail_address: string | null } | undefined,
): Promise<void> {
  const { issuer, mailAddress } = identity;
  if (issuer === embeddedIssuer || mailAddress === undefined || mailAddress === owner?.mail_address) return;
  await setMailAddress(db, identity, mailAddress);
}

async function change(
  services: BindingServices,
  identity: Identity,
  { ofName }: Owners,
  binding: "insert" | "rename" | "take_over",
): Promise<void> {
  const { db } = services;
  try {
    if (binding === "insert") await transaction(db, (tx) => insert(tx, services, identity));
    else if (binding === "take_over") await giveAdventurer(db, identity, { issuer: ofName?.issuer ?? "" });
    else
      await transaction(db, (tx) => rename(tx, services, identity), { lockFirst: (tx) => lockAccount(tx, identity) });
  } catch (error) {
    const constraint = constraintOf(error);
    if (constraint !== "adventurers_pkey" && constraint !== "adventurers_account_unique") throw error;
  }
}

/** An account that was deleted since its token was read gets no row: nobody would erase it. */
async function insert(tx: Tx, { findEnabledAccounts }: BindingServices, identity: Identity): Promise<void> {
  const isKept =
    !findEnabledAccounts || (await findEnabledAccounts(tx, [identity.subject], { areKept: true })).length > 0;
  if (!isKept) throw new DomainError("token_expired.sessionEnded");
  await insertAdventurer(tx, identity);
}

/** What was erased or renamed since it was read stays so. */
async function rename(tx: Tx, services: BindingServices, identity: Identity): Promise<void> {
  const row = await findAccount(tx, identity).executeTakeFirst();
  if (!row) await insert(tx, services, identity);
  else if (row.id !== identity.username) await renameAdventurer(tx, row.id, identity.username);
}

type Owner = { id: string; issuer: string | null };

/** The row of the account and the row of its username, usually the same. */
type Owners = { ofAccount: Owner | undefined; ofName: Owner | undefined };

type Binding = "bound" | "insert" | "rename" | "take_over" | "refuse";

/**
 * What connects the account to its username, given the row of each. Rows of `formerIssuer`, the previous provider, go to the
 * account that now has their username.
 */
function chooseBinding(
  account: AccountKey & { username: string },
  { ofAccount, ofName }: Owners,
  formerIssuer: string | undefined,
): Binding {
  if (ofAccount?.id === account.username) return "bound";
  if (ofAccount) return ofName ? "refuse" : "rename";
  if (!ofName) return "insert";
  return ofName.issuer !== null && ofName.issuer === formerIssuer ? "take_over" : "refuse";
}

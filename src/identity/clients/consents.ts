import { type IdentityDb, transaction } from "../database/identity-database.ts";
import { endTokensOfClient } from "./clients.ts";

export type Consent = { clientId: string; clientName: string; scopes: string[]; grantedAt: Date };
export type Consents = ReturnType<typeof createConsents>;

/** What people let clients know and do: asked once, kept until they take it back. */
export function createConsents(db: IdentityDb, clock: () => Date) {
  return {
    /** The scopes that were granted. */
    async find(accountId: string, clientId: string): Promise<string[] | undefined> {
      const row = await db
        .selectFrom("consents")
        .select("scopes")
        .where("account_id", "=", accountId)
        .where("client_id", "=", clientId)
        .executeTakeFirst();
      return row?.scopes;
    },

    /** Adds to what was granted before. */
    async grant(accountId: string, clientId: string, scopes: string[]): Promise<void> {
      const before = (await this.find(accountId, clientId)) ?? [];
      const row = { scopes: [...new Set([...before, ...scopes])], granted_at: clock() };
      await db
        .insertInto("consents")
        .values({ account_id: accountId, client_id: clientId, ...row })
        .onConflict((conflict) => conflict.constraint("consents_pkey").doUpdateSet(row))
        .execute();
    },

    async list(accountId: string): Promise<Consent[]> {
      return db
        .selectFrom("consents")
        .innerJoin("clients", "clients.id", "consents.client_id")
        .select([
          "clients.id as clientId",
          "clients.name as clientName",
          "consents.scopes",
          "consents.granted_at as grantedAt",
        ])
        .where("account_id", "=", accountId)
        .orderBy("clients.name")
        .execute();
    },

    /** Takes it back; the client's tokens end. */
    async withdraw(accountId: string, clientId: string): Promise<void> {
      await transaction(db, async (tx) => {
        await tx.deleteFrom("consents").where("account_id", "=", accountId).where("client_id", "=", clientId).execute();
        await endTokensOfClient(tx, clientId, accountId);
      });
    },
  };
}

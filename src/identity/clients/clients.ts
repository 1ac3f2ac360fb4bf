import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { type Saying, saying } from "../../texts/saying.ts";
import { AccountInputError } from "../accounts/account-input-error.ts";
import { writeAudit } from "../accounts/audit-trail.ts";
import { type IdentityDb, transaction, violatedConstraint } from "../database/identity-database.ts";
import {
  type ClientInput,
  type ClientKind,
  type ClientScope,
  findClientErrors,
  isClientScope,
} from "./client-rules.ts";

/** An application that people sign in to with their account here. */
export type Client = {
  id: string;
  name: string;
  kind: ClientKind;
  redirectAddresses: string[];
  signOutAddresses: string[];
  scopes: ClientScope[];
  createdAt: Date;
  createdBy: string;
};

/** `secret` is there for a confidential client: it is not kept, and has to be shown now. */
export type ClientWithSecret = { client: Client; secret: string | undefined };

export type Clients = ReturnType<typeof createClients>;

/** What is kept of a secret of 256 random bits: nobody finds it by guessing. */
export function digestOfSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** The further clients of the provider. Whatever changes them throws `AccountInputError` for input that breaks a rule. */
export function createClients(db: IdentityDb) {
  const select = () =>
    db
      .selectFrom("clients")
      .select([
        "id",
        "name",
        "kind",
        "redirect_addresses as redirectAddresses",
        "sign_out_addresses as signOutAddresses",
        "scopes",
        "created_at as createdAt",
        "created_by as createdBy",
        "secret_hash as secretHash",
      ]);
  const clientOf = ({ secretHash: _, ...row }: Awaited<ReturnType<typeof findRow>> & object): Client => ({
    ...row,
    scopes: row.scopes.filter(isClientScope),
  });
  // No text in the database may contain NUL, so no client has such an id.
  const findRow = async (id: string) =>
    id.includes("\0") ? undefined : select().where("id", "=", id).executeTakeFirst();

  async function get(id: string): Promise<Client> {
    const row = await findRow(id);
    if (!row) throw new AccountInputError({ client: saying("identity.client.rule.noSuchClient", { client: id }) });
    return clientOf(row);
  }

  return {
    get,

    async list(): Promise<Client[]> {
      return (await select().orderBy("name").execute()).map(clientOf);
    },

    async find(id: string): Promise<Client | undefined> {
      const row = await findRow(id);
      return row && clientOf(row);
    },

    /** With the digest of its secret, for the provider. */
    async findWithSecretHash(id: string): Promise<{ client: Client; secretHash: string | undefined } | undefined> {
      const row = await findRow(id);
      return row && { client: clientOf(row), secretHash: row.secretHash ?? undefined };
    },

    async add(input: ClientInput, actor: string): Promise<ClientWithSecret> {
      const values = checked(input);
      const id = `${slugOf(values.name)}-${randomBytes(4).toString("hex")}`;
      const secret = values.kind === "confidential" ? newSecret() : undefined;
      await orNameTaken(
        transaction(db, async (tx) => {
          await tx
            .insertInto("clients")
            .values({ id, ...values, secret_hash: secret ? digestOfSecret(secret) : null, created_by: actor })
            .execute();
          await writeAudit(tx, { actor, action: "add-client", username: id });
        }),
      );
      return { client: await get(id), secret };
    },

    /** Changes everything but the kind. */
    async change(id: string, input: Omit<ClientInput, "kind">, actor: string): Promise<Client> {
      const { kind } = await get(id);
      const { kind: _, ...values } = checked({ ...input, kind });
      await orNameTaken(
        transaction(db, async (tx) => {
          await tx.updateTable("clients").set(values).where("id", "=", id).execute();
          await writeAudit(tx, { actor, action: "change-client", username: id });
        }),
      );
      return get(id);
    },

    /** A new secret; the one before stops working at once. */
    async renewSecret(id: string, actor: string): Promise<string> {
      const { kind } = await get(id);
      if (kind !== "confidential") throw new AccountInputError({ client: saying("identity.client.rule.noSecret") });
      const secret = newSecret();
      await transaction(db, async (tx) => {
        await tx
          .updateTable("clients")
          .set({ secret_hash: digestOfSecret(secret) })
          .where("id", "=", id)
          .execute();
        await writeAudit(tx, { actor, action: "renew-client-secret", username: id });
      });
      return secret;
    },

    /** Removes a client; everybody is signed out of it. */
    async remove(id: string, actor: string): Promise<void> {
      await get(id);
      await transaction(db, async (tx) => {
        await tx.deleteFrom("clients").where("id", "=", id).execute();
        await endTokensOfClient(tx, id);
        await writeAudit(tx, { actor, action: "remove-client", username: id });
      });
    },
  };
}

/** Ends the grants and tokens of a client: those of everybody, or of one account. */
export async function endTokensOfClient(tx: IdentityDb, clientId: string, accountId?: string): Promise<void> {
  await tx
    .deleteFrom("oidc_payloads")
    .where(sql<string>`payload ->> 'clientId'`, "=", clientId)
    .where("model", "!=", "Session")
    .$if(accountId !== undefined, (query) => query.where("account_id", "=", accountId ?? null))
    .execute();
}

function checked(input: ClientInput) {
  const errors: Partial<Record<string, Saying>> = findClientErrors(input);
  if (Object.keys(errors).length > 0) throw new AccountInputError(errors);
  return {
    name: input.name,
    kind: input.kind as ClientKind,
    redirect_addresses: input.redirectAddresses,
    sign_out_addresses: input.signOutAddresses,
    scopes: [...new Set(input.scopes)],
  };
}

async function orNameTaken(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    if (violatedConstraint(error) !== "clients_name_unique") throw error;
    throw new AccountInputError({ name: saying("identity.client.rule.nameTaken") });
  }
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 30);
  return slug === "" ? "client" : slug;
}

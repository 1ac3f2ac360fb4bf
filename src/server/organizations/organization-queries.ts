import { sql } from "kysely";
import type { Organization, OrganizationPayload } from "../../contract/organizations.ts";
import type { Db, Tx } from "../database/connection.ts";

const columns = ["id", "organization_name", "organization_email"] as const;

export function listOrganizations(db: Db, ids: "all" | readonly number[]): Promise<Organization[]> {
  return db
    .selectFrom("organizations")
    .select(columns)
    .$if(ids !== "all", (query) => query.where(sql<boolean>`id = ANY(${ids})`))
    .orderBy("organization_name")
    .orderBy("id")
    .execute();
}

/** A taken name, in any case, violates `organizations_name_unique`. */
export function insertOrganization(db: Db, organization: OrganizationPayload): Promise<Organization> {
  return db.insertInto("organizations").values(organization).returning(columns).executeTakeFirstOrThrow();
}

export function lockOrganization(tx: Tx, id: number): Promise<Organization | undefined> {
  return tx.selectFrom("organizations").select(columns).where("id", "=", id).forUpdate().executeTakeFirst();
}

/** A taken name violates the constraint as in `insertOrganization`. */
export function setOrganization(tx: Tx, id: number, organization: OrganizationPayload): Promise<Organization> {
  return tx
    .updateTable("organizations")
    .set(organization)
    .where("id", "=", id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

import { sql } from "kysely";
import type {
  NewOrganization,
  Organization,
  OrganizationDetails,
  OrganizationPage,
  OrganizationPayload,
} from "../../contract/organizations.ts";
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
export function insertOrganization(db: Db, organization: NewOrganization): Promise<Organization> {
  return db.insertInto("organizations").values(organization).returning(columns).executeTakeFirstOrThrow();
}

export function lockOrganization(tx: Tx, id: number): Promise<Organization | undefined> {
  return tx.selectFrom("organizations").select(columns).where("id", "=", id).forUpdate().executeTakeFirst();
}

const shownColumns = ["about", "web_site", "contact", "logo"] as const;

export function findDetails(db: Db, id: number): Promise<OrganizationDetails | undefined> {
  return db
    .selectFrom("organizations")
    .select([...columns, ...shownColumns])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Includes figures of the quests that visitors see, as the worker last counted them. */
export function findPage(db: Db, id: number): Promise<OrganizationPage | undefined> {
  return db
    .selectFrom("organizations as o")
    .leftJoin("quests as q", (join) =>
      join.onRef("q.organization_id", "=", "o.id").on("q.quest_status", "<>", "INACTIVE"),
    )
    .leftJoin("quest_figures as f", "f.quest_id", "q.id")
    .select(["o.id", "o.organization_name", "o.about", "o.web_site", "o.contact", "o.logo"])
    .select([
      sql<number>`count(q.id)::integer`.as("quests"),
      sql<number>`coalesce(sum(f.adventurer_count), 0)::integer`.as("participations"),
      sql<number>`coalesce(sum(f.sample_count), 0)::integer`.as("data_points"),
      sql<number>`coalesce(sum(f.accepted_count), 0)::integer`.as("accepted_data_points"),
    ])
    .where("o.id", "=", id)
    .groupBy("o.id")
    .executeTakeFirst();
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

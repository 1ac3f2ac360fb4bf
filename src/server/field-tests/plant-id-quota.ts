import { sql } from "kysely";
import { plantIdRequestsPerDay } from "../../contract/limits.ts";
import type { Db } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";

/** The day of Pl@ntNet's quota, `YYYY-MM-DD` in UTC. */
export function quotaDayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

export function startOfNextQuotaDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
}

export function quotaExhausted(): DomainError {
  const now = new Date();
  const retryAfterSeconds = Math.ceil((startOfNextQuotaDay(now).getTime() - now.getTime()) / 1000);
  return new DomainError("plant_id_quota_exhausted", { retryAfterSeconds });
}

/** Counts a request before it is made; false if the day's quota is used up. */
export async function takeRequest(db: Db, day: string): Promise<boolean> {
  const taken = await db
    .insertInto("plant_id_usage")
    .values({ day, requests: 1 })
    .onConflict((conflict) =>
      conflict
        .column("day")
        .doUpdateSet({ requests: sql`plant_id_usage.requests + 1` })
        .where("plant_id_usage.requests", "<", plantIdRequestsPerDay),
    )
    .returning("requests")
    .executeTakeFirst();
  return taken !== undefined;
}

/** Gives a request back that the service did not count. */
export async function giveRequestBack(db: Db, day: string): Promise<void> {
  await db
    .updateTable("plant_id_usage")
    .set({ requests: sql`requests - 1` })
    .where("day", "=", day)
    .where("requests", ">", 0)
    .execute();
}

/** Others may use the same key, so the service's count wins if it is higher. */
export async function noteRemainingAtService(db: Db, day: string, remaining: number): Promise<void> {
  const requests = Math.max(0, plantIdRequestsPerDay - remaining);
  await db
    .insertInto("plant_id_usage")
    .values({ day, requests })
    .onConflict((conflict) =>
      conflict.column("day").doUpdateSet({ requests: sql`greatest(plant_id_usage.requests, excluded.requests)` }),
    )
    .execute();
}

export async function countRemaining(db: Db, day: string): Promise<number> {
  const usage = await db.selectFrom("plant_id_usage").select("requests").where("day", "=", day).executeTakeFirst();
  return Math.max(0, plantIdRequestsPerDay - (usage?.requests ?? 0));
}

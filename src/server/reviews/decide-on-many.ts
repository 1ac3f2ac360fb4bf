import type { Decisions } from "../../contract/reviews.ts";
import type { Texts } from "../../texts/texts-of.ts";
import { type Actor, isInScope } from "../auth/scope.ts";
import type { Tx } from "../database/connection.ts";
import { DomainError } from "../refusals/domain-error.ts";
import { type LockedSample, lockSamples } from "./lock-samples.ts";
import { findOwnDataPoints } from "./own-data-points.ts";

/**
 * Locks data points and returns the result for each; `decided` are those without a conflict. Repeated ids get one
 * result.
 */
export async function prepareDecisions(
  tx: Tx,
  { ids, reviewer, texts }: { ids: readonly string[]; reviewer: Actor; texts: Texts },
  findConflict: (sample: LockedSample) => DomainError | undefined,
): Promise<{ decided: LockedSample[]; answer: Decisions }> {
  const given = new Map(ids.map((id) => [id.toLowerCase(), id]));
  const samples = await lockSamples(tx, [...given.keys()]);
  const own = await findOwnDataPoints(tx, reviewer.username, [...samples.values()]);
  const decided: LockedSample[] = [];
  const results = [...given].map(([key, id]): Decisions["results"][number] => {
    const refuse = (result: "refused" | "conflict", refusal: DomainError) => {
      const { code, detail } = refusal.toBody(texts);
      return { id, result, code, detail };
    };
    const sample = samples.get(key);
    if (!sample) return refuse("refused", new DomainError("data_point_not_found"));
    if (!isInScope(reviewer.scope, sample.organization_id)) {
      return refuse("refused", new DomainError("forbidden.otherOrganization"));
    }
    if (own.get(sample.id) === "refused") return refuse("refused", new DomainError("own_data_point"));
    const conflict = findConflict(sample);
    if (conflict) return refuse("conflict", conflict);
    decided.push(sample);
    return { id, result: "decided" };
  });
  return { decided, answer: { results } };
}

import { t } from "../../../../generated/web-texts/desk.ts";
import type { ReviewDecision } from "../../../contract/enums.ts";
import type { Decisions } from "../../../contract/reviews.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import { fetchSample } from "../../foundation/api/samples.ts";
import { formatLocale } from "../../foundation/texts/area-texts.ts";

/** The result of a decision on many samples. */
export type Outcome = {
  decided: string[];
  /** The current state of samples in conflict. */
  conflicts: SampleDetail[];
  left: string[];
  /** `196 accepted, 3 were decided by dana meanwhile, 1 cannot be decided by you` */
  words: (name: (reviewer: string) => string) => string;
};

/** Limits the requests for samples in conflict. The list shows the others when it is refreshed. */
const fetchedMax = 50;

/** Describes the results. Fetches samples in conflict, to name who decided on them. */
export async function outcomeOf(results: Decisions["results"], decision: ReviewDecision): Promise<Outcome> {
  const decided = results.filter(({ result }) => result === "decided").map(({ id }) => id);
  const inConflict = results.filter(({ result }) => result === "conflict");
  const fetched = await Promise.all(
    inConflict.slice(0, fetchedMax).map(({ id }) => fetchSample(id).catch(() => undefined)),
  );
  const now = new Map(fetched.flatMap((sample) => (sample ? [[sample.id, sample] as const] : [])));

  const changed = inConflict.filter(({ code }) => code === "data_point_changed").length;
  const takenBy = new Map<string | undefined, number>();
  for (const { id, code } of inConflict) {
    if (code === "data_point_changed") continue;
    const reviewer = now.get(id)?.review?.reviewed_by;
    takenBy.set(reviewer, (takenBy.get(reviewer) ?? 0) + 1);
  }
  const refused = results.filter(({ result }) => result === "refused");
  const gone = refused.filter(({ code }) => code === "data_point_not_found").length;
  const own = refused.filter(({ code }) => code === "own_data_point").length;
  const forbidden = refused.length - gone - own;
  const words: Outcome["words"] = (name) =>
    formatted([
      decided.length > 0 ? t(`desk.result.${decision}`, { count: decided.length }) : t("desk.result.nothing"),
      ...[...takenBy].map(([reviewer, count]) =>
        reviewer === undefined
          ? t("desk.result.takenBySomebody", { count })
          : t("desk.result.taken", { count, reviewer: name(reviewer) }),
      ),
      changed > 0 ? t("desk.result.changed", { count: changed }) : "",
      gone > 0 ? t("desk.result.gone", { count: gone }) : "",
      own > 0 ? t("desk.result.own", { count: own }) : "",
      forbidden > 0 ? t("desk.result.refused", { count: forbidden }) : "",
    ]);
  return {
    decided,
    conflicts: [...now.values()],
    left: results.filter(({ result }) => result !== "decided").map(({ id }) => id),
    words,
  };
}

const formatted = (parts: readonly string[]) =>
  new Intl.ListFormat(formatLocale(), { type: "unit", style: "long" }).format(parts.filter((part) => part !== ""));

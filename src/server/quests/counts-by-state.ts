import { sql } from "kysely";
import { sampleStates } from "../../contract/enums.ts";

/**
 * Sums over rows `n` of `sample_counts`, one column per state, such as `pending_count`. The trigger function
 * `count_samples` adds the rows.
 */
export const countsByState = sql.join(
  sampleStates.map(
    (state) => sql`
      coalesce(sum(n.count) FILTER (WHERE n.state = ${sql.lit(state)}), 0)::integer AS ${sql.ref(`${state}_count`)}`,
  ),
);

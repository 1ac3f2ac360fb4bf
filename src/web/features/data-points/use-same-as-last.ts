import { useEffect, useMemo, useState } from "react";
import { t } from "../../../../generated/web-texts/answers.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { allFields } from "../../../protocol/places.ts";
import type { OnAnswer, StepsReading } from "../../capture/fields/steps-props.ts";
import type { Answers } from "../../foundation/answers/answers.ts";
import type { OwnDataPoint } from "../../foundation/api/data-points.ts";
import { untilFetched } from "../../foundation/texts/lazily.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { announce } from "../../ui/live-region.tsx";

/**
 * Fills in answers that are the same as last time. Few forms have any, so what does is fetched for them only.
 * @returns paths of those that are still the same
 */
export function useSameAsLast({
  protocol,
  version,
  ownPoints,
  waiting,
  read,
  answers,
  point,
  onAnswer,
}: {
  protocol: Protocol;
  version: number;
  ownPoints: readonly OwnDataPoint[];
  waiting: readonly PointRecord[];
  read: StepsReading;
  answers: Answers;
  point: PointRecord;
  onAnswer: OnAnswer;
}): ReadonlySet<string> | undefined {
  const [rules, setRules] = useState<typeof import("./same-as-last.ts")>();
  const hasAny = useMemo(() => allFields(protocol.fields).some((field) => field.same_as_last), [protocol]);
  useEffect(() => {
    if (hasAny) void untilFetched(() => import("./same-as-last.ts")).then(setRules);
  }, [hasAny]);
  const last = useMemo(
    () => (hasAny ? rules?.lastAnswersOf(protocol, version, ownPoints, waiting) : undefined),
    [hasAny, rules, protocol, version, ownPoints, waiting],
  );
  const filling = useMemo(
    () => last && { protocol, read, answers, last, point },
    [protocol, read, answers, last, point],
  );
  useEffect(() => {
    const count = (filling && rules?.fillIn(filling, onAnswer)) ?? 0;
    if (count > 0) announce(t("answers.same.filled", { count }));
  }, [rules, filling, onAnswer]);
  return useMemo(() => filling && rules?.repeatedPaths(filling), [rules, filling]);
}

import GraduationCap from "lucide-react/icons/graduation-cap";
import { type ReactNode, useEffect, useState } from "react";
import { t } from "../../../../generated/web-texts/lesson.ts";
import type { LessonState } from "../../../contract/lessons.ts";
import { isMissing } from "../../foundation/api/api-error.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { paths } from "../../foundation/paths.ts";
import { isBegun, type OutboxRecord } from "../../outbox/record.ts";
import { useOutbox } from "../../outbox/use-outbox.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { LessonLink } from "./lesson-link.tsx";
import styles from "./lessons.module.css";
import { lessonLength, useKeptLesson } from "./use-kept-lesson.ts";

/** The form below a link to the lesson, or the lesson first if the team asks for it. A form that is open or begun stays. */
export function LessonFirst({
  username,
  questId,
  lesson,
  wanted,
  children: form,
}: {
  username: string;
  questId: number;
  /** Undefined if it was deleted meanwhile. */
  lesson: LessonState | undefined;
  /** The record to edit. */
  wanted: string | undefined;
  children: ReactNode;
}) {
  const { status, records } = useOutbox(username);
  const { error, data } = useCall("getLesson", lesson?.asked && { params: { id: questId } });
  const [isOpen, setIsOpen] = useState(lesson?.asked === undefined || wanted !== undefined);
  const isKnown = isOpen || status !== "loading";
  // Who can't be shown the lesson, without a signal, is not kept from measuring.
  const cannotLearn = error !== undefined && (data === undefined || isMissing(error));
  const isAsked = !isOpen && lesson !== undefined && isStillAsked(lesson, questId, records) && !cannotLearn;
  useEffect(() => {
    if (isKnown && !isAsked) setIsOpen(true);
  }, [isKnown, isAsked]);
  if (!isKnown) return <Loading height="18rem" />;
  if (isAsked) return <AskedFirst questId={questId} lesson={lesson} />;
  return (
    <>
      {lesson ? <LessonLink questId={questId} state={lesson} /> : null}
      {form}
    </>
  );
}

/** A begun data point comes first, and an attempt on this phone counts before the server has it. */
function isStillAsked({ asked, passed_at }: LessonState, questId: number, records: readonly OutboxRecord[]): boolean {
  const passedAtMs = passed_at === undefined ? 0 : Date.parse(passed_at);
  return (
    asked !== undefined &&
    !records.some((record) => {
      if (record.questId !== questId) return false;
      if (record.kind === "point") return record.state === "draft" && isBegun(record);
      return record.kind === "attempt" && record.state !== "refused" && record.endedAtMs > passedAtMs;
    })
  );
}

const reasons = {
  before_first: "lesson.asked.before_first",
  after_denied: "lesson.asked.after_denied",
  never: "lesson.asked.other",
} as const;

function AskedFirst({
  questId,
  lesson: { version, asked = "never", cards },
}: {
  questId: number;
  lesson: LessonState;
}) {
  useKeptLesson(questId, version);
  return (
    <section className={`stack card gap-12 ${styles.asked}`} aria-labelledby="lesson-asked">
      <h2 id="lesson-asked" className="row center gap-8">
        <GraduationCap aria-hidden="true" />
        {t("lesson.asked.title")}
      </h2>
      {/* A newer server may have other reasons. */}
      <p>{t(reasons[asked] ?? "lesson.asked.other")}</p>
      <p className="muted breaks">{lessonLength(cards)}</p>
      <ButtonLink tone="next" wide to={paths.questLesson(questId)}>
        {t("lesson.asked.open")}
      </ButtonLink>
    </section>
  );
}

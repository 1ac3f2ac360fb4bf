import GraduationCap from "lucide-react/icons/graduation-cap";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/lesson.ts";
import type { LessonState } from "../../../contract/lessons.ts";
import { localIso } from "../../foundation/clock/local-iso.ts";
import { paths } from "../../foundation/paths.ts";
import { formatDate } from "../../ui/dates.ts";
import styles from "./lessons.module.css";
import { lessonLength, useKeptLesson } from "./use-kept-lesson.ts";

/** Leads to the lesson of a quest that one has joined, and keeps it on this phone. */
export function LessonLink({ questId, state }: { questId: number; state: LessonState }) {
  const { version, passed_at } = state;
  useKeptLesson(questId, version);
  return (
    <p className={`row center gap-8 ${styles.link}`}>
      <GraduationCap aria-hidden="true" />
      <span>
        <Link to={paths.questLesson(questId)} className="roomy">
          {lessonLength(state.cards)}
        </Link>{" "}
        {passed_at === undefined ? null : t("lesson.link.passed", { day: formatDate(localIso(new Date(passed_at))) })}
      </span>
    </p>
  );
}

import GraduationCap from "lucide-react/icons/graduation-cap";
import { t } from "../../../../generated/web-texts/sample.ts";
import type { Calibration, Learned } from "../../../contract/lessons.ts";
import type { SampleDetail } from "../../../contract/samples.ts";
import { localIso } from "../../foundation/clock/local-iso.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { asFigures } from "../../foundation/texts/area-texts.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { formatDate } from "../../ui/dates.ts";
import { formatNumber } from "../../ui/numbers.ts";

/** Whether a volunteer has passed the lesson, and how well they measure. */
export function LearnedWords({ of: learned }: { of: Learned | undefined }) {
  if (!learned) return null;
  const { passed, calibrations } = learned;
  return (
    <>
      <p>
        {passed
          ? t("sample.lesson.passed", {
              day: formatDate(localIso(new Date(passed.passed_at))),
              version: passed.version,
            })
          : t("sample.lesson.notPassed")}
      </p>
      {calibrations.map((calibration) => (
        <p key={calibration.unit}>{calibrationWords(calibration)}</p>
      ))}
    </>
  );
}

/** Makes a decided data point an example: good if it was accepted, bad if it was denied. */
export function UseInLesson({ sample: { id, quest, review, photos } }: { sample: SampleDetail }) {
  const isDecided = review?.decision === "accepted" || review?.decision === "denied";
  if (!isDecided || photos.length === 0) return null;
  return (
    <p>
      <ButtonLink small icon={<GraduationCap aria-hidden="true" />} to={deskPaths.lessonFrom(quest.id, id)}>
        {t("sample.lesson.use")}
      </ButtonLink>
    </p>
  );
}

/** `12 practice values: 1.2 cm too high on average, spread 2.1 cm.` */
function calibrationWords({ unit, count, bias, spread }: Calibration): string {
  const inUnit = (value: number) => asFigures(`${formatNumber(value, 3, { atMost: true })} ${unit}`);
  const side = Math.abs(bias) < 0.0005 ? "none" : bias > 0 ? "high" : "low";
  const values = { count, side, bias: inUnit(Math.abs(bias)) };
  if (spread === null) return t("sample.lesson.calibration", values);
  return t("sample.lesson.calibration.spread", { ...values, spread: inUnit(spread) });
}

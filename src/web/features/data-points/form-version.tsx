import { useEffect, useState } from "react";
import { t as fieldWords } from "../../../../generated/web-texts/field.ts";
import { t } from "../../../../generated/web-texts/field-version.ts";
import type { Quest } from "../../../contract/quests.ts";
import type { Field, Protocol } from "../../../protocol/field.ts";
import { isGeometry } from "../../../protocol/geometry.ts";
import { unitOf } from "../../../protocol/measurements.ts";
import { withUnit } from "../../../protocol/units.ts";
import type { Measurement } from "../../capture/measuring/measurement.ts";
import { fieldsByKeys, keysIn, takeOver, type Unfit } from "../../capture/measuring/take-over.ts";
import { useMeasured } from "../../capture/measuring/use-measurement.ts";
import { type Answer, type Answers, textOf } from "../../foundation/answers/answers.ts";
import { rowIdsOf } from "../../foundation/answers/rows.ts";
import { usePointProtocol } from "../../foundation/api/point-protocol.ts";
import { labelOfField } from "../../foundation/texts/protocol.ts";
import { type LeftAnswer, ownPhotoKey, type PointRecord } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopiedText } from "../../ui/copied-text.tsx";
import { formatMeasurement } from "../../ui/format-measurement.ts";
import { announce } from "../../ui/live-region.tsx";
import { FailedState } from "../../ui/message-state.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./form-version.module.css";

/**
 * Leads a draft that was begun with an earlier version of the form to the newest one, and shows what that one doesn't
 * ask.
 */
export function FormVersion({
  measurement,
  quest,
  version,
  protocol,
  hasFailed,
  reload,
}: {
  measurement: Measurement<PointRecord>;
  quest: Quest;
  /** The draft's. */
  version: number;
  /** Undefined until it is loaded. */
  protocol: Protocol | undefined;
  hasFailed: boolean;
  reload: () => void;
}) {
  const { point, photos } = useMeasured(measurement);
  const newest = quest.protocol_version ?? 0;
  const { protocol: next } = usePointProtocol(quest, newest === 0 ? null : newest);
  if (version === newest) {
    const { left } = point;
    return left?.length ? (
      <LeftAnswers left={left} photos={photos} onRemove={() => measurement.change((begun) => withoutLeft(begun))} />
    ) : null;
  }
  if (!next || !(protocol || hasFailed)) return null;
  const { point: taken, unfit } = takeOver(point, protocol, next);
  const take = () => {
    const left = [...(point.left ?? []), ...unfit.map((each) => inWords(each, protocol, point.answers))];
    measurement.takeOver({ ...taken, protocolVersion: newest, ...(left.length > 0 && { left }) });
    announce(t("field.version.taken"));
  };
  const button = <Button onClick={take}>{t("field.version.takeNew")}</Button>;
  return protocol ? (
    <Banner tone="info" action={button}>
      <p>{t("field.version.older")}</p>
      {unfit.length > 0 ? <p>{t("field.version.unfit", { count: unfit.length })}</p> : null}
    </Banner>
  ) : (
    <>
      <FailedState message={t("field.version.failed")} onRetry={reload} />
      {button}
    </>
  );
}

function LeftAnswers({
  left,
  photos,
  onRemove,
}: {
  left: readonly LeftAnswer[];
  photos: Readonly<Record<string, File>>;
  onRemove: () => void;
}) {
  return (
    <section className={`grid gap-12 pad-16 ${styles.left}`} aria-labelledby="left-answers">
      <h3 id="left-answers">{t("field.version.left")}</h3>
      <p>{t("field.version.left.hint")}</p>
      <dl className="grid gap-12">
        {left.map(({ label, text, fileKey }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order, and go together.
          <div key={index}>
            <dt className="shrinks strong">{label}</dt>
            <dd className="shrinks">
              {fileKey === undefined ? (
                <CopiedText label={label}>{text}</CopiedText>
              ) : (
                <LeftFile file={photos[fileKey]} name={text} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <Button tone="plain" onClick={onRemove}>
        {t("field.version.left.remove")}
      </Button>
    </section>
  );
}

function LeftFile({ file, name }: { file: File | undefined; name: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (!file) return <p>{withNames((by) => t("field.version.left.gone", { name: by(name) }))}</p>;
  return (
    <a className="roomy" href={address} download={name}>
      {withNames((by) => t("field.version.left.open", { name: by(name) }))}
    </a>
  );
}

function withoutLeft(point: PointRecord): PointRecord {
  const files = new Set(point.left?.map(({ fileKey }) => fileKey));
  return { ...point, left: undefined, photos: point.photos.filter(({ key }) => !files.has(key)) };
}

function inWords(unfit: Unfit, form: Protocol | undefined, answers: Answers): LeftAnswer {
  const path = withRowIndexes(unfit.path, answers);
  const label = path === ownPhotoKey ? fieldWords("field.form.photo") : (form && labelOfField(form, path)) || path;
  if ("file" in unfit) return { label, text: unfit.file.name, fileKey: unfit.file.key };
  return { label, text: wordsOf(unfit.answer, form && fieldsByKeys(form).get(keysIn(unfit.path))) };
}

function wordsOf(answer: Answer, field: Field | undefined): string {
  // A geometry shows all its points, for those who want to draw it again.
  if (isGeometry(answer)) return JSON.stringify({ type: answer.type, coordinates: answer.coordinates });
  if (field?.kind === "choice" || typeof answer === "boolean" || Array.isArray(answer)) {
    return formatMeasurement({ value: answer as string | boolean | string[], unit: undefined, field });
  }
  return withUnit(textOf(answer), field && unitOf(field));
}

/** `birds.7.count` is `birds.1.count` if the row with the id 7 is the second one. */
function withRowIndexes(path: string, answers: Answers): string {
  const parts = path.split(".");
  return parts
    .map((part, index) =>
      index % 2 === 0 ? part : String(Math.max(0, rowIdsOf(answers[parts.slice(0, index).join(".")]).indexOf(part))),
    )
    .join(".");
}

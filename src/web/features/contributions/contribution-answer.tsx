import { useState } from "react";
import { t } from "../../../../generated/web-texts/contributions.ts";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import { type Protocol, takesFile } from "../../../protocol/field.ts";
import { momentKey } from "../../capture/measuring/measure.ts";
import { outboxFailure } from "../../capture/measuring/outbox-failure.ts";
import { whereSaved } from "../../capture/measuring/where-saved.ts";
import { type Answer, type Answers, isSettled } from "../../foundation/answers/answers.ts";
import { paths } from "../../foundation/paths.ts";
import { backgroundSync } from "../../outbox/background-sync.ts";
import { reopen } from "../../outbox/outbox.ts";
import type { AnswerRecord, OutboxRecord } from "../../outbox/record.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import styles from "./contribution-answer.module.css";

/** The state of an answer that was saved on this phone. */
export function AnswerState({ answer: { localId, state, problem } }: { answer: AnswerRecord }) {
  const [failure, setFailure] = useState<string>();
  const mustOpen = !backgroundSync.isAgreed;
  if (state === "delivered") return <Banner tone="ok">{t("contributions.answer.delivered")}</Banner>;
  const isRefused = state === "refused";
  const change = () => reopen(localId).catch((error: unknown) => setFailure(outboxFailure(error)));
  return (
    <Banner tone={isRefused ? "danger" : "ok"}>
      <p>
        <strong>
          {isRefused ? t("contributions.answer.refused") : whereSaved(localId, t("contributions.answer.saved"))}
        </strong>{" "}
        {isRefused
          ? problem?.message
          : t(
              state === "sending"
                ? "contributions.answer.sending"
                : `contributions.answer.savedWaits.${mustOpen ? "open" : "sends"}`,
            )}
      </p>
      {!isRefused && problem ? <p>{problem.message}</p> : null}
      {failure ? <p role="alert">{failure}</p> : null}
      <div className={`cluster gap-8 ${styles.actions}`}>
        {state === "sending" ? null : <Button onClick={() => void change()}>{t("contributions.answer.change")}</Button>}
        <ButtonLink to={paths.outbox}>{t("contributions.answer.outbox")}</ButtonLink>
      </div>
    </Banner>
  );
}

/** The protocol that a data point was measured with. */
export function protocolOf({ protocol, quest }: Pick<ContributionDetail, "protocol" | "quest">): Protocol {
  return protocol ?? specificationForm(quest.quest_type);
}

/** Paths of the files that a data point has. */
export const filesOf = ({ photos, files = [] }: Pick<ContributionDetail, "photos" | "files">): ReadonlySet<string> =>
  new Set([...photos, ...files].map(({ key }) => key));

/** The protocol of an answer: existing files need not be sent again. */
export function protocolOfAnswer(protocol: Protocol, detail: Pick<ContributionDetail, "photos" | "files">): Protocol {
  const has = filesOf(detail);
  const fields = protocol.fields.map((field) =>
    takesFile(field) && has.has(field.key) ? { ...field, required: false } : field,
  );
  return { ...protocol, fields };
}

/** Adds an answer to those that differ from the data point, or removes it if it no longer differs. */
export function withAnswer(differing: Answers, had: Answers, key: string, answer: Answer | undefined): Answers {
  const { [key]: _, ...others } = differing;
  return Object.hasOwn(had, key) && isSame(answer, had[key]) ? others : { ...others, [key]: answer };
}

const isSame = (one: Answer | undefined, other: Answer | undefined) => plain(one) === plain(other);

/** A settled number compares as its text. */
const plain = (answer: Answer | undefined) => JSON.stringify(isSettled(answer) ? answer.text : (answer ?? ""));

/** Damaged photos, which the volunteer may replace without a request. */
export function unreadableKeys({ photos, state }: Pick<ContributionDetail, "photos" | "state">): ReadonlySet<string> {
  const unreadable = state === "pending" ? photos.filter(({ unreadable_at }) => unreadable_at !== undefined) : [];
  return new Set(unreadable.map(({ key }) => key));
}

/** Whether an answer has any content. */
export const saysSomething = ({ photos, answers, message, position, keepsPosition }: AnswerRecord): boolean =>
  photos.length > 0 ||
  Object.keys(answers).length > 0 ||
  message.trim() !== "" ||
  (position !== null && !keepsPosition);

/** The draft without a file, and without the position that came with it. */
export function withoutPhoto(answer: AnswerRecord, key: string): AnswerRecord {
  const photos = answer.photos.filter((photo) => photo.key !== key);
  if (momentKey(answer) !== key) return { ...answer, photos };
  const isGiven = answer.position?.source === "map" || answer.position?.source === "manual";
  return { ...answer, photos, fixes: [], capturedAtMs: null, position: isGiven ? answer.position : null };
}

/** The answer to a revision that is in the outbox. */
export const answerIn = (
  records: readonly OutboxRecord[],
  { id, revision }: Pick<ContributionDetail, "id" | "revision">,
): AnswerRecord | undefined =>
  records.find(
    (record): record is AnswerRecord =>
      record.kind === "answer" && record.dataPointId === id && record.revision === revision,
  );

/**
 * The time of the latest news in a contribution, undefined if there is none. Rounded up, because the database has
 * microseconds and its answers have milliseconds.
 */
export function seenUntil({
  reviews,
  messages,
  photos,
}: Pick<ContributionDetail, "reviews" | "messages" | "photos">): string | undefined {
  const instants = [
    ...photos.flatMap(({ unreadable_at }) => unreadable_at ?? []),
    ...reviews.flatMap(({ reviewed_at, undone_at }) => [reviewed_at, undone_at ?? reviewed_at]),
    ...messages.filter(({ is_reviewer }) => is_reviewer).map(({ written_at }) => written_at),
  ].map((instant) => Date.parse(instant));
  return instants.length === 0 ? undefined : new Date(Math.max(...instants) + 1).toISOString();
}

import type { ContributionDetail } from "../../../contract/contributions.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import type { Protocol } from "../../../protocol/field.ts";
import { type Answer, type Answers, isSettled } from "../../components/protocol-fields/answers.ts";
import type { AnswerRecord, OutboxRecord } from "../../outbox/record.ts";

/** What a data point was asked for. */
export function protocolOf({ protocol, quest }: Pick<ContributionDetail, "protocol" | "quest">): Protocol {
  return protocol ? protocol : specificationForm(quest.quest_type);
}

/** The same questions, to be answered once more: a photo that is there need not be taken again. */
export function protocolOfAnswer(protocol: Protocol, { photos }: Pick<ContributionDetail, "photos">): Protocol {
  const has = new Set(photos.map(({ key }) => key));
  const fields = protocol.fields.map((field) =>
    field.kind === "photo" && has.has(field.key) ? { ...field, required: false } : field,
  );
  return { ...protocol, fields };
}

/** The answers that differ, with one more; an answer that is as the data point has it is none. */
export function withAnswer(differing: Answers, had: Answers, key: string, answer: Answer | undefined): Answers {
  const { [key]: _, ...others } = differing;
  return isSame(answer, had[key]) ? others : { ...others, [key]: answer };
}

const isSame = (one: Answer | undefined, other: Answer | undefined) => plain(one) === plain(other);

/** A number that was settled is what is typed for it. */
const plain = (answer: Answer | undefined) => JSON.stringify(isSettled(answer) ? answer.text : (answer ?? ""));

/** The photos that a new one may take the place of, though nobody asked for it: of these no picture can be made. */
export function unreadableKeys({ photos, state }: Pick<ContributionDetail, "photos" | "state">): ReadonlySet<string> {
  const unreadable = state === "pending" ? photos.filter(({ unreadable_at }) => unreadable_at !== undefined) : [];
  return new Set(unreadable.map(({ key }) => key));
}

/** Whether an answer says anything. */
export const saysSomething = ({ photos, answers, message, position, keepsPosition }: AnswerRecord): boolean =>
  photos.length > 0 ||
  Object.keys(answers).length > 0 ||
  message.trim() !== "" ||
  (position !== null && !keepsPosition);

/** The draft without a photo; a position that came with it goes with it. */
export function withoutPhoto(answer: AnswerRecord, key: string): AnswerRecord {
  const photos = answer.photos.filter((photo) => photo.key !== key);
  if (answer.photos[0]?.key !== key) return { ...answer, photos };
  const isGiven = answer.position?.source === "map" || answer.position?.source === "manual";
  return { ...answer, photos, fixes: [], capturedAtMs: null, position: isGiven ? answer.position : null };
}

/** The answer of this device to what was asked of a revision of a data point. */
export const answerIn = (
  records: readonly OutboxRecord[],
  { id, revision }: Pick<ContributionDetail, "id" | "revision">,
): AnswerRecord | undefined =>
  records.find(
    (record): record is AnswerRecord =>
      record.kind === "answer" && record.dataPointId === id && record.revision === revision,
  );

/**
 * Until when its adventurer has seen what became of a contribution: the last thing that its detail tells. A database counts in
 * millionths of a second, its answer in thousandths. Undefined where nothing became of it.
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

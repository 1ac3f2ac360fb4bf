import { specificationForm } from "../../protocol/default-protocol.ts";
import type { Protocol } from "../../protocol/field.ts";
import { type AskedForm, fieldOfPart, ownPhotoPart, readFields } from "./data-point-rules.ts";
import type { UploadFields } from "./receive-upload.ts";

/** Finds the versions of a quest's protocol. */
export type ProtocolFinder = { find(questId: number, version: number): Promise<Protocol | undefined> };

type AskingQuest = { quest_type: string; protocol_version: number | null; had_specification_form: boolean };

/** A row of a data point, as far as it says what was asked. */
type MeasuredRow = { id: string; quest_id: number; protocol_version: number | null };

/** What a data point was measured under. */
export async function getProtocolOf(
  protocolVersions: ProtocolFinder,
  { id, quest_id, protocol_version }: MeasuredRow,
  questType: string,
): Promise<Protocol> {
  if (protocol_version === null) return specificationForm(questType);
  const protocol = await protocolVersions.find(quest_id, protocol_version);
  if (!protocol) throw new Error(`the protocol of data point ${id} is missing`);
  return protocol;
}

/**
 * What the quest asks for in this version, its newest where none is named. 0 is the specification's form: what was
 * measured with it is taken from a quest that has it or once had it. Undefined where there is no such version.
 */
export async function findAskedForm(
  protocolVersions: ProtocolFinder,
  questId: number,
  quest: AskingQuest,
  version = quest.protocol_version ?? 0,
): Promise<AskedForm | undefined> {
  if (version === 0) {
    return quest.had_specification_form ? { version: null, protocol: specificationForm(quest.quest_type) } : undefined;
  }
  const protocol = await protocolVersions.find(questId, version);
  return protocol && { version, protocol };
}

/** Whether a photo may belong to the data point, by the fields before it: the version may still come behind it. */
export async function isAskedFor(
  part: string,
  fields: UploadFields,
  findAsked: (version?: number) => Promise<AskedForm | undefined>,
): Promise<boolean> {
  if (part === ownPhotoPart) return true;
  const key = fieldOfPart(part);
  if (key === undefined) return false;
  if (fields.protocol_version === undefined) return true;
  const { answers } = readFields(fields);
  const asked = answers && (await findAsked(answers.protocol_version));
  return asked?.protocol.fields.some((field) => field.kind === "photo" && field.key === key) === true;
}

/** Remembers the answer to the question it was asked last: the id may come before the photo or behind it. */
export function askedOnce<Question, Answer>(ask: (question: Question) => Promise<Answer>) {
  let last: { question: Question; answer: Promise<Answer> } | undefined;
  return (question: Question): Promise<Answer> => {
    if (!last || last.question !== question) last = { question, answer: ask(question) };
    return last.answer;
  };
}

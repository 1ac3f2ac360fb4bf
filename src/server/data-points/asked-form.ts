import { specificationForm, wantsPlantId } from "../../protocol/default-protocol.ts";
import type { FileKind, Protocol } from "../../protocol/field.ts";
import { type AskedForm, fileKindAt, ownPhotoPath, readFields, type SentFile } from "./data-point-rules.ts";
import type { UploadFields } from "./receive-upload.ts";

export type ProtocolFinder = { find(questId: number, version: number): Promise<Protocol | undefined> };

type AskingQuest = { quest_type: string; protocol_version: number | null; had_specification_form: boolean };

type MeasuredRow = { id: string; quest_id: number; protocol_version: number | null };

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
 * A version of a quest's protocol, by default the newest. 0 is the specification's form, if the quest has it or had it.
 * Undefined if there is no such version.
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

/**
 * The kind of a file, if the protocol asks for it, as far as the fields before it tell: the version may follow a form
 * part, which says its kind.
 */
export async function askedKind(
  { path, kind }: SentFile,
  fields: UploadFields,
  findAsked: (version?: number) => Promise<AskedForm | undefined>,
): Promise<FileKind | undefined> {
  if (path === ownPhotoPath) return "photo";
  if (kind === "other") return undefined;
  if (kind && fields.protocol_version === undefined) return kind;
  const { measured } = readFields(fields);
  const form = measured && (await findAsked(measured.protocol_version));
  const asked = form && fileKindAt(form.protocol, path);
  return (kind ?? asked) === asked ? asked : undefined;
}

export const asksForPlant = (questType: string, { version, protocol }: AskedForm): boolean =>
  wantsPlantId(questType, version === null ? null : protocol);

/** Keeps the last answer: the id may come before the photo or after it. */
export function askedOnce<Question, Answer>(ask: (question: Question) => Promise<Answer>) {
  let last: { question: Question; answer: Promise<Answer> } | undefined;
  return (question: Question): Promise<Answer> => {
    if (!last || last.question !== question) last = { question, answer: ask(question) };
    return last.answer;
  };
}

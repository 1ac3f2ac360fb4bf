import type { KeyOf } from "../texts/keys.ts";

type FieldOfQuest = {
  /** What the form and the history call it; null if the history has sentences of its own for it. */
  label: KeyOf<"admin" | "life"> | null;
  /**
   * How it is typed in the form: such a field has one name there and in columns, answers and payloads. Null if it is
   * set elsewhere, or has parts.
   */
  input: "text" | "choice" | "day" | "number" | "language" | null;
};

/**
 * The fields of a quest, in the order in which its history tells them. Queries, labels and history follow this table;
 * schemas and form don't compile without a new field.
 */
export const questFields = {
  quest_name: { label: "admin.questForm.questName", input: "text" },
  quest_description: { label: "admin.questForm.description", input: "text" },
  equipment: { label: "admin.questForm.equipment", input: "text" },
  safety: { label: "admin.questForm.safety", input: "text" },
  study_motivation: { label: "admin.questForm.studyMotivation", input: "text" },
  training_requirement: { label: "admin.questForm.trainingRequirement", input: "text" },
  quest_type: { label: "admin.questForm.questType", input: "choice" },
  quest_status: { label: "admin.questForm.questStatus", input: "choice" },
  archived: { label: null, input: null },
  organization: { label: "admin.questForm.organization", input: null },
  quest_deadline: { label: "admin.questForm.deadline", input: "day" },
  adventurer_limit: { label: "admin.questForm.adventurerLimit", input: "number" },
  target_total: { label: "life.target", input: "number" },
  results_visibility: { label: "life.results", input: null },
  results_positions: { label: "life.results.positions", input: null },
  quest_difficulty: { label: "admin.questForm.difficulty", input: "number" },
  quest_image: { label: null, input: null },
  protocol_version: { label: "life.history.form", input: null },
  lesson_version: { label: "life.history.lesson", input: null },
  reviewers: { label: "life.history.reviewers", input: null },
  webhooks: { label: "life.history.webhooks", input: null },
  language: { label: "admin.questForm.languages.field", input: "language" },
} as const satisfies Record<string, FieldOfQuest>;

export type QuestField = keyof typeof questFields;
type Input = NonNullable<FieldOfQuest["input"]>;

/** Fields that are typed, all or in one way. */
export type TypedField<Way extends Input = Input> = {
  [Name in QuestField]: (typeof questFields)[Name]["input"] extends Way ? Name : never;
}[QuestField];

/** Texts of a quest, which its form can show again as they were, and which can be translated. */
export type QuestText = TypedField<"text">;

export const fieldNames = Object.keys(questFields) as QuestField[];
export const typedFields = fieldNames.filter((name) => questFields[name].input !== null) as TypedField[];

export const fieldsTypedAs = <Way extends Input>(way: Way) =>
  fieldNames.filter((name) => questFields[name].input === way) as TypedField<Way>[];

export const questTexts = fieldsTypedAs("text");

/** What belongs to each field that is typed in this way, by its name. */
export const eachField = <Way extends Input, Value>(way: Way, find: (name: TypedField<Way>) => Value) =>
  Object.fromEntries(fieldsTypedAs(way).map((name) => [name, find(name)])) as Record<TypedField<Way>, Value>;

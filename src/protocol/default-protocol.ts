import type { NumberField } from "./kinds/number.ts";
import type { PositionField } from "./kinds/position.ts";
import type { Protocol } from "./protocol.ts";

const treeWidth: NumberField = {
  key: "tree_width",
  kind: "number",
  unit: "cm",
  required: true,
  min: 1,
  // Ours: the widest known trunk measures under 60 m round.
  max: 10_000,
  step: 0.01,
  title: "Measurement",
  label: "Measurement: circumference or width",
  hint: "What this quest asks you to measure.",
  shortLabel: "Width",
  column: "tree_circumference",
  notANumber: "tree width required",
};

const manualPosition: PositionField = {
  key: "user_supplied",
  kind: "position",
  required: false,
  label: "Enter a position yourself",
  hint: "Optional, and kept beside what the device says. Degrees; south and west are negative.",
};

/** The specification's form: what a quest without a protocol of its own asks for, besides the photo. */
export const defaultProtocol: Protocol = { fields: [treeWidth, manualPosition] };

const treeProtocol: Protocol = {
  fields: [
    { ...treeWidth, title: "Circumference", label: "Tree circumference", hint: "Around the trunk at chest height." },
    manualPosition,
  ],
};

/** The specification's form in the words that suit the quest. */
export function protocolOf({ quest_type }: { quest_type: string }): Protocol {
  return quest_type === "TREES" ? treeProtocol : defaultProtocol;
}

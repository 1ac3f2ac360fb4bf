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
  title: "protocol.measurement.title",
  label: "protocol.measurement.label",
  hint: "protocol.measurement.hint",
  shortLabel: "protocol.treeWidth.short",
  column: "tree_circumference",
  notANumber: "validation.treeWidthRequired",
};

const manualPosition: PositionField = {
  key: "user_supplied",
  kind: "position",
  required: false,
  label: "protocol.position.label",
  hint: "protocol.position.hint",
};

/** The specification's form: what a quest without a protocol of its own asks for, besides the photo. */
export const defaultProtocol: Protocol = { fields: [treeWidth, manualPosition] };

const treeProtocol: Protocol = {
  fields: [
    {
      ...treeWidth,
      title: "protocol.treeWidth.title",
      label: "protocol.treeWidth.label",
      hint: "protocol.treeWidth.hint",
    },
    manualPosition,
  ],
};

/** The specification's form in the words that suit the quest. */
export function protocolOf({ quest_type }: { quest_type: string }): Protocol {
  return quest_type === "TREES" ? treeProtocol : defaultProtocol;
}

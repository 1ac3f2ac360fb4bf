import type { NumberField, Protocol } from "./field.ts";
import { metersPerYard, treeCountMin, yardsBetweenTreesMin } from "./tree-task.ts";

const treeWidth: NumberField = {
  key: "tree_width",
  kind: "number",
  unit: "cm",
  required: true,
  min: 1,
  // Ours: the widest known trunk is under 60 m around.
  max: 10_000,
  title: { saying: "protocol.measurement.title" },
  label: { saying: "protocol.measurement.label" },
  hint: { saying: "protocol.measurement.hint" },
  column: "tree_circumference_cm",
};

/** The specification's form, for quests without their own protocol. */
export const defaultProtocol: Protocol = { fields: [treeWidth] };

const treeProtocol: Protocol = {
  fields: [
    {
      ...treeWidth,
      title: { saying: "protocol.treeWidth.title" },
      label: { saying: "protocol.treeWidth.label" },
      hint: { saying: "protocol.treeWidth.hint" },
    },
  ],
  target_count: treeCountMin,
  spacing_meters: yardsBetweenTreesMin * metersPerYard,
};

/** The specification's form, worded for the quest type. */
export function specificationForm(questType: string): Protocol {
  return questType === "TREES" ? treeProtocol : defaultProtocol;
}

/** Whether to identify the plants in a quest's photos. */
export function wantsPlantId(questType: string, protocol: Protocol | null): boolean {
  return protocol?.plant_id ?? questType === "TREES";
}

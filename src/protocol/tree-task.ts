/** Requirements of the tree quest (QUEST-15). */
export const treeCountMin = 20;
export const yardsBetweenTreesMin = 10;
export const metersPerYard = 0.9144;

import { treeTask } from "../../../contract/limits.ts";

/** What a quest type tells every volunteer, whatever the single quest says. */
export type QuestGuide = {
  facts: readonly { label: string; value: string }[];
  qualifications: string;
  procedure: readonly string[];
  risks: readonly string[];
};

const { minTrees, minYardsBetweenTrees, minutesPerSample } = treeTask;

/** The fixed text of the tree quests; other types show what their quest says. */
export const treeGuide: QuestGuide = {
  facts: [
    { label: "Adventure type", value: "Hiking" },
    { label: "Terrain", value: "Trails and open woodland, uneven in places" },
    { label: "Duration", value: `${minutesPerSample.min} to ${minutesPerSample.max} minutes per sample` },
    { label: "Task", value: `At least ${minTrees} trees, at least ${minYardsBetweenTrees} yards apart` },
    { label: "Study partner", value: "The university whose researchers study bark and girth" },
  ],
  qualifications:
    "Anybody who can walk a trail and read a tape measure can take part. You do not need to know the species: photograph the bark, and those who review your samples will see to the name.",
  procedure: [
    "Choose a tree with a single trunk that you can walk around.",
    "Photograph the bark at chest height, from an arm's length, sharp and in daylight.",
    "Lay the tape around the trunk at the same height, level all the way, and read the circumference in centimetres.",
    "Stay beside the tree while the app finds your position, then press “Add Data Point”.",
    `Walk at least ${minYardsBetweenTrees} yards to the next tree. The quest asks for at least ${minTrees}.`,
  ],
  risks: [
    "Look up before you step close: dead limbs fall without warning.",
    "Keep to the trail where the ground is steep, wet or posted, and turn back before dusk.",
    "Mind ticks, nettles and poison ivy, and wash your hands before you eat.",
    "Tell somebody where you are going. No sample is worth a risk.",
  ],
};

/** Every other quest is recorded in the same way, and carries its own text for the rest. */
export const generalGuide: QuestGuide = {
  facts: [],
  qualifications: "None beyond what the training and the difficulty above ask for.",
  procedure: [
    "Go to one of the locations of this quest.",
    "Take a photograph of what the quest asks for.",
    "Enter your measurement, and stay in place while the app finds your position.",
    "Press “Add Data Point”; repeat for every sample.",
  ],
  risks: [
    "Read the safety information of this quest before you set out.",
    "Check the weather, carry what is listed under equipment, and tell somebody where you are going.",
    "Turn back when in doubt. No sample is worth a risk.",
  ],
};

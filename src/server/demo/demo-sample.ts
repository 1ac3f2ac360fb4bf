import type { ReviewDecision } from "../../contract/enums.ts";
import type { PlantIdData } from "../../contract/plant-identification.ts";
import type { Values } from "../../protocol/field.ts";
import type { DemoQuest } from "./demo-quest.ts";
import { photographScene, type Scene } from "./photograph-scene.ts";
import { type ExifPlace, photographTree } from "./photograph-tree.ts";

/** Takes a picture: the same for the same seed. */
export type Photographer = (place: { seed: string } & Required<ExifPlace>) => Promise<Buffer>;

/** A data point of the demo. */
export type DemoSample = {
  /** Latitude and longitude in degrees. */
  at: [number, number];
  accuracyMeters: number;
  values: Values;
  photo: Photographer;
  /** By the key of the field that asks for it. */
  fieldPhotos?: Record<string, Photographer>;
  /** Measured under the first version of the protocol; else under the newest. */
  isUnderFirstProtocol?: boolean;
  /** Absent: samples spread over the time since joining. */
  daysAgo?: number;
  /** It waited on the phone, and arrived so many days after its volunteer completed the quest. */
  arrivedDaysLate?: number;
  review?: { decision: ReviewDecision; comment?: string };
  /** What its reviewer wrote beside the decision. */
  reviewerMessage?: string;
  /** How its volunteer answered a request for change: by another photo, values and a word. */
  answer?: { photo: Photographer; values: Values; message: string };
  plant?: PlantIdData;
};

export type DemoVolunteer = "alice" | "bob" | "tester";

export type DemoParticipation = {
  username: DemoVolunteer;
  quest: DemoQuest;
  joinedDaysAgo: number;
  /** Absent: still collecting. */
  completedDaysAgo?: number;
  samples: DemoSample[];
};

export const sceneOf =
  (scene: Scene): Photographer =>
  (place) =>
    photographScene(scene, place);

export const treeOf =
  (circumferenceCm: number): Photographer =>
  (place) =>
    photographTree({ circumferenceCm, ...place });

export const accepted = { decision: "accepted" } as const;
export const denied = (comment: string) => ({ decision: "denied", comment }) as const;
export const changeRequested = (comment: string) => ({ decision: "change_requested", comment }) as const;

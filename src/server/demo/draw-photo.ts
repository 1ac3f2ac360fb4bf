import { setImmediate } from "node:timers/promises";
import type { QuestType } from "../../contract/enums.ts";
import { encodePhoto, type PhotoEncoding, type PhotoTags, type RawPicture } from "../photos/formats/sharp-pictures.ts";
import { cairnScene, divingScene, soilScene, treeScene } from "./close-up-scenes.ts";
import { airScene, boatingScene, hikingScene, paddlingScene, waterScene } from "./landscape-scenes.ts";
import { createNoise, createRandom } from "./noise.ts";
import type { Scene, SceneKit } from "./paint.ts";

const sceneOf: Record<QuestType, (kit: SceneKit, circumferenceCm?: number) => Scene> = {
  TREES: treeScene,
  WATER: waterScene,
  SOIL: soilScene,
  AIR: airScene,
  HIKING: hikingScene,
  DIVING: divingScene,
  PADDLING: paddlingScene,
  BOATING: boatingScene,
  UNCATEGORIZED: cairnScene,
};

export interface Drawing {
  /** The same seed gives the same picture. */
  seed: string;
  subject?: QuestType;
  /** How thick a tree is drawn. */
  circumferenceCm?: number;
  /** Pixels. */
  width?: number;
  height?: number;
}

/** Rows that are drawn before others get their turn. */
const rowsPerTurn = 40;

/** Pixels of an illustration that stands in for a photograph. Takes about half a second for a megapixel. */
export async function drawPicture(drawing: Drawing): Promise<RawPicture> {
  const { seed, subject = "TREES", circumferenceCm, width = 800, height = 600 } = drawing;
  const random = createRandom(`${subject}/${seed}`);
  const noise = createNoise(random);
  const scene = sceneOf[subject]({ noise, random, aspect: width / height }, circumferenceCm);
  const data = new Uint8ClampedArray(width * height * 3);
  let at = 0;
  for (let row = 0; row < height; row++) {
    if (row % rowsPerTurn === 0) await setImmediate();
    for (let column = 0; column < width; column++) {
      const [red, green, blue] = scene(column / height, row / height);
      data[at++] = red;
      data[at++] = green;
      data[at++] = blue;
    }
  }
  return { data: new Uint8Array(data.buffer), width, height, channels: 3 };
}

/** A drawn photo as a camera would hand it over: with position and time in its EXIF, JPEG unless told otherwise. */
export async function drawPhoto(photo: Drawing & PhotoTags & PhotoEncoding): Promise<Buffer> {
  return encodePhoto(await drawPicture(photo), photo, photo);
}

import { onRest } from "./page-rests.ts";

/**
 * Makes databases in frames, because what is asked of one can't be taken back, except with the frame that asks. Frames
 * have objects of their own, so the page opens what is made again, and says what is wrong.
 */

const making = new Map<string, Promise<boolean>>();
const frames = new Set<HTMLIFrameElement>();
const blockedMs = 5_000;

onRest(
  () => {
    for (const frame of frames) frame.remove();
    frames.clear();
    making.clear();
  },
  () => {},
);

/**
 * All who need the database wait for one try, because browsers tell only one that another tab holds an older version.
 * @returns false if it does, and doesn't let go
 */
export function makeInFrame(name: string, version: number, make: (made: IDBDatabase) => void): Promise<boolean> {
  const known = making.get(name);
  if (known) return known;
  const frame = document.createElement("iframe");
  frame.hidden = true;
  document.documentElement.append(frame);
  frames.add(frame);
  const made = new Promise<boolean>((resolve) => {
    try {
      const asked = frame.contentWindow?.indexedDB?.open(name, version);
      if (!asked) return resolve(true);
      asked.onupgradeneeded = () => make(asked.result);
      asked.onsuccess = () => {
        asked.result.close();
        resolve(true);
      };
      asked.onerror = () => resolve(true);
      asked.onblocked = () => setTimeout(resolve, blockedMs, false);
    } catch {
      resolve(true);
    }
  });
  making.set(name, made);
  void made.then(() => {
    frame.remove();
    frames.delete(frame);
    if (making.get(name) === made) making.delete(name);
  });
  return made;
}

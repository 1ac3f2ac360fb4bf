import { metersBetween } from "../../../protocol/distance.ts";
import { deleteFixes, listFixes, putFix, type TrackFix } from "../../foundation/api/kept-maps.ts";
import { currentAccount } from "../../foundation/api/session.ts";
import { makeEmitter } from "../../foundation/events/emitter.ts";
import { paths } from "../../foundation/paths.ts";

export type OfQuest = { account: string; questId: number };

export type TrackState = {
  isOn: boolean;
  fixes: readonly TrackFix[];
  problem?: "position" | "storage" | "deletion";
};

/** A standing phone's fixes wander. */
const stepMeters = 5;
/** Worse ones would draw walks that nobody took. */
const accuracyMaxMeters = 50;
const fixesMax = 20_000;

const none: TrackState = { isOn: false, fixes: [] };
let state: TrackState = none;
let whose: OfQuest | undefined;
let watch: number | undefined;
let begins = true;
const change = makeEmitter();

function set(next: TrackState): void {
  state = next;
  change.emit();
}

export const currentTrack = (): TrackState => state;
export const onTrack = change.listen;

/** Shows the way of a quest that is on this phone. A recording of another quest ends. */
export async function openTrack(of: OfQuest): Promise<void> {
  if (whose?.account === of.account && whose.questId === of.questId) return;
  stopTrack();
  whose = of;
  set(none);
  try {
    const fixes = await listFixes(of);
    if (whose === of) set({ ...state, fixes: [...fixes, ...state.fixes] });
  } catch {
    if (whose === of) set({ ...none, problem: "storage" });
  }
}

/** Records until it is switched off, or the volunteer leaves the quest's map and form, or the account. */
export function startTrack(of: OfQuest): void {
  if (watch !== undefined || !navigator.geolocation) return;
  begins = true;
  set({ isOn: true, fixes: state.fixes });
  watch = navigator.geolocation.watchPosition(
    (position) => void add(of, position),
    ({ code, PERMISSION_DENIED }) => {
      if (code === PERMISSION_DENIED) stopTrack("position");
    },
    { enableHighAccuracy: true, maximumAge: 0 },
  );
}

export function stopTrack(problem?: TrackState["problem"]): void {
  if (watch !== undefined) navigator.geolocation.clearWatch(watch);
  watch = undefined;
  set({ isOn: false, fixes: state.fixes, ...(problem && { problem }) });
}

/** @returns whether it is gone */
export async function deleteTrack(of: OfQuest): Promise<boolean> {
  begins = true;
  try {
    await deleteFixes(of);
    set({ isOn: state.isOn, fixes: [] });
    return true;
  } catch {
    set({ ...state, problem: "deletion" });
    return false;
  }
}

async function add(of: OfQuest, { coords, timestamp }: GeolocationPosition): Promise<void> {
  const isThere = window.location.pathname.startsWith(`${paths.quest(of.questId)}/`) && currentAccount() === of.account;
  if (!isThere) return stopTrack();
  const { latitude, longitude, accuracy } = coords;
  const last = state.fixes.at(-1);
  const isNear = last !== undefined && !begins && metersBetween(last, coords) < stepMeters;
  if (accuracy > accuracyMaxMeters || isNear || state.fixes.length >= fixesMax) return;
  const fix = { latitude, longitude, atMs: timestamp, begins };
  begins = false;
  set({ ...state, fixes: [...state.fixes, fix] });
  try {
    await putFix({ ...of, ...fix });
  } catch {
    stopTrack("storage");
  }
}

/** One line for each recording. */
export function linesOf(fixes: readonly TrackFix[]): TrackFix[][] {
  const lines: TrackFix[][] = [];
  for (const fix of fixes) {
    if (fix.begins || lines.length === 0) lines.push([]);
    lines.at(-1)?.push(fix);
  }
  return lines;
}

export const lengthOf = (fixes: readonly TrackFix[]): number =>
  linesOf(fixes)
    .flatMap((line) => line.slice(1).map((fix, index) => metersBetween(line[index] ?? fix, fix)))
    .reduce((sum, meters) => sum + meters, 0);

import { useSyncExternalStore } from "react";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import type { OutboxRecord } from "./record.ts";

/** What the sender of whichever tab does at the moment. */
export type Sending = {
  /** What is on its way; undefined where nothing is. */
  localId: string | undefined;
  /** Of its bytes, from 0 to 1. */
  share: number;
  /** Nothing is sent before then; undefined where nothing waits for a time. */
  pausedUntilMs: number | undefined;
  /** The volunteer sends on Wi-Fi only, and there is none. */
  waitsForWifi: boolean;
};

export type Command = { type: "cancel"; localId: string } | { type: "send-now" } | { type: "ask" };
type Arrival = {
  type: "arrived";
  kind: OutboxRecord["kind"];
  account: string;
  questId: number;
  /** As the server has it now; undefined where nothing says so: a data point was withdrawn, or something else was told. */
  dataPoint: QuestDataPoint | undefined;
};
type Message = Command | Arrival | { type: "sending"; sending: Sending };

const resting: Sending = { localId: undefined, share: 0, pausedUntilMs: undefined, waitsForWifi: false };

let current = resting;
const viewers = new Set<() => void>();
const listeners = new Set<(message: Message) => void>();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cairn-sending");

function hear(message: Message): void {
  if (message.type === "sending") {
    current = message.sending;
    for (const viewer of viewers) viewer();
  }
  for (const listener of listeners) listener(message);
}

channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => hear(data));

function say(message: Message): void {
  hear(message);
  channel?.postMessage(message);
}

/** What is on its way, in whichever tab it is sent. */
export function useSending(): Sending {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  if (viewers.size === 1) say({ type: "ask" });
  return () => void viewers.delete(viewer);
}

/** Stops what is on its way. It waits until it is sent by hand, or for an hour. */
export function cancelSending(localId: string): void {
  say({ type: "cancel", localId });
}

/** Sends what waits without waiting for the end of a pause, or for Wi-Fi. */
export function sendNow(): void {
  say({ type: "send-now" });
}

/** For the sender: says what it does. */
export function showSending(sending: Partial<Sending>): void {
  say({ type: "sending", sending: { ...resting, ...sending } });
}

/** For the sender: says once more what it does, to a tab that has just opened. */
export function repeatSending(): void {
  channel?.postMessage({ type: "sending", sending: current } satisfies Message);
}

export function announceArrival(arrival: Omit<Arrival, "type">): void {
  say({ type: "arrived", ...arrival });
}

/** Both answer with the means to stop. */
export function onCommand(listener: (command: Command) => void): () => void {
  return listen((message) => {
    if (message.type === "cancel" || message.type === "send-now" || message.type === "ask") listener(message);
  });
}

export function onArrival(listener: (arrival: Arrival) => void): () => void {
  return listen((message) => {
    if (message.type === "arrived") listener(message);
  });
}

function listen(listener: (message: Message) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

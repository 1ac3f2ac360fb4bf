import { useSyncExternalStore } from "react";
import type { QuestDataPoint } from "../../contract/data-points.ts";
import { makeEmitter } from "../foundation/events/emitter.ts";
import type { OutboxRecord } from "./record.ts";

/** The current state of the sender, in whichever tab it runs. */
export type Sending = {
  /** The record being sent, if any. */
  localId: string | undefined;
  /** Share of its bytes sent, 0 to 1. */
  share: number;
  /** When sending resumes; undefined if it is not paused. */
  pausedUntilMs: number | undefined;
  /** "Wi-Fi only" is on and there is no Wi-Fi. */
  waitsForWifi: boolean;
};

export type Command = { type: "cancel"; localId: string } | { type: "send-now" } | { type: "ask" };
type Arrival = {
  type: "arrived";
  kind: OutboxRecord["kind"];
  account: string;
  questId: number;
  /** The server's version, if known; undefined for withdrawals, messages and completions. */
  dataPoint: QuestDataPoint | undefined;
};
type Message = Command | Arrival | { type: "sending"; sending: Sending };

const resting: Sending = { localId: undefined, share: 0, pausedUntilMs: undefined, waitsForWifi: false };

let current = resting;
const viewers = new Set<() => void>();
const messages = makeEmitter<[Message]>();
const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("cairn-sending");

function hear(message: Message): void {
  if (message.type === "sending") {
    current = message.sending;
    for (const viewer of viewers) viewer();
  }
  messages.emit(message);
}

channel?.addEventListener("message", ({ data }: MessageEvent<Message>) => hear(data));

function say(message: Message): void {
  hear(message);
  channel?.postMessage(message);
}

export function useSending(): Sending {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(viewer: () => void): () => void {
  viewers.add(viewer);
  if (viewers.size === 1) say({ type: "ask" });
  return () => void viewers.delete(viewer);
}

/** Stops the current upload. It resumes in an hour or with "Send now". */
export function cancelSending(localId: string): void {
  say({ type: "cancel", localId });
}

/** Sends waiting records now, ignoring pauses and "Wi-Fi only". */
export function sendNow(): void {
  say({ type: "send-now" });
}

/** The sender publishes its state. */
export function showSending(sending: Partial<Sending>): void {
  say({ type: "sending", sending: { ...resting, ...sending } });
}

/** The sender repeats its state for a tab that has just opened. */
export function repeatSending(): void {
  channel?.postMessage({ type: "sending", sending: current } satisfies Message);
}

export function announceArrival(arrival: Omit<Arrival, "type">): void {
  say({ type: "arrived", ...arrival });
}

export function onCommand(listener: (command: Command) => void): () => void {
  return messages.listen((message) => {
    if (message.type === "cancel" || message.type === "send-now" || message.type === "ask") listener(message);
  });
}

export function onArrival(listener: (arrival: Arrival) => void): () => void {
  return messages.listen((message) => {
    if (message.type === "arrived") listener(message);
  });
}

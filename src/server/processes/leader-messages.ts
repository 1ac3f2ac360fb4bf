import cluster from "node:cluster";
import { once } from "node:events";
import type { Ending } from "../http/ending.ts";
import type { Budget } from "../photos/decoding/byte-budget.ts";
import { borrowMemory } from "./lent-memory.ts";

/** What a process that leads others tells them when it starts them, as variables of their environment. */
export type Orders = {
  CAIRN_PART: "web" | "worker";
  /** The first of all: it tells what the one who started the whole should read. */
  CAIRN_FIRST?: "1";
  DATABASE_URL: string;
  DATABASE_CONNECTIONS: string;
};

/** A process with uploads says so for as long as there are some; those who make thumbnails wait for them. */
export type UploadsMessage = { type: "cairn:uploads" };
/** A process asks for memory to decode a photo, and waits until it is lent. */
export type MemoryMessage =
  | { type: "cairn:memory-wanted"; id: number; bytes: number }
  | { type: "cairn:memory-back"; id: number };
export type MemoryLentMessage = { type: "cairn:memory-lent"; id: number };
export type FromFollower = { type: "cairn:ready"; notices: string[] } | UploadsMessage | MemoryMessage;
export type FromLeader = { type: "cairn:replaced" } | UploadsMessage | MemoryLentMessage;

/** More often than the half second after which uploads count as over. */
const tellUploadsMs = 200;

export type Follower = {
  part: Orders["CAIRN_PART"];
  isFirst: boolean;
  sayReady: (notices: string[]) => void;
  /** Tells the others of uploads to this process, and this process of theirs. */
  shareUploads: (uploads: { isCalm: boolean; noteElsewhere: () => void }) => void;
  /** The memory for decoding that all processes of the leader share. */
  memory: Budget;
  /**
   * The last thing of a process that listens no more. Resolves when the leader has heard that: connections that it had handed
   * over before go back to it. Lost with this process, they would wait for ever.
   */
  leave: () => Promise<void>;
};

/** The end of the line on which one process leads this one; undefined where none does. It ends when its leader does. */
export function followLeader(ending: Ending): Follower | undefined {
  const { CAIRN_PART: part, CAIRN_FIRST: isFirst } = process.env;
  if (!cluster.isWorker || (part !== "web" && part !== "worker")) return undefined;
  const memory = borrowMemory(say);
  process.on("message", (message: unknown) => {
    if (isMessage(message) && message.type === "cairn:replaced") ending.expectReplacement();
    if (isMemoryLentMessage(message)) memory.hear(message);
  });
  return {
    part,
    isFirst: isFirst === "1",
    memory,
    sayReady: (notices) => say({ type: "cairn:ready", notices }),
    shareUploads: (uploads) => {
      if (part === "worker") {
        process.on("message", (message: unknown) => isUploadsMessage(message) && uploads.noteElsewhere());
      } else {
        setInterval(() => uploads.isCalm || say({ type: "cairn:uploads" }), tellUploadsMs).unref();
      }
    },
    leave: async () => {
      const { worker } = cluster;
      if (!worker?.isConnected()) return;
      const left = once(worker, "disconnect");
      worker.disconnect();
      await left;
    },
  };
}

function say(message: FromFollower): void {
  // a leader that is gone needs to be told nothing
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

export function isUploadsMessage(message: unknown): message is UploadsMessage {
  return isMessage(message) && message.type === "cairn:uploads";
}

export function isMemoryMessage(message: unknown): message is MemoryMessage {
  return isMessage(message) && (message.type === "cairn:memory-wanted" || message.type === "cairn:memory-back");
}

function isMemoryLentMessage(message: unknown): message is MemoryLentMessage {
  return isMessage(message) && message.type === "cairn:memory-lent";
}

export function isReadyMessage(message: unknown): message is { type: "cairn:ready"; notices: string[] } {
  return isMessage(message) && message.type === "cairn:ready";
}

function isMessage(message: unknown): message is { type: string } {
  return typeof message === "object" && message !== null && "type" in message;
}

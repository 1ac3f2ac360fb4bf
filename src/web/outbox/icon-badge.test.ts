import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { standInNavigator } from "../../../test/field-device.ts";
import { startIconBadge } from "./icon-badge.ts";
import { newDraft } from "./new-records.ts";
import { discard, keepDraft, savePoint } from "./outbox.ts";
import { forgetAccount, saveCompletion } from "./saved-records.ts";

const quest = { id: 7, name: "Trees" };
let shown: number[];
let badge: Record<"setAppBadge" | "clearAppBadge", (count: number) => Promise<void>>;
let stop: (() => void) | undefined;
const untilShown = (count: number) => vi.waitFor(() => expect(shown.at(-1)).toBe(count));

beforeEach(() => {
  shown = [];
  badge = {
    setAppBadge: async (count) => void shown.push(count),
    clearAppBadge: async () => void shown.push(0),
  };
  standInNavigator(badge);
});
afterEach(async () => {
  stop?.();
  await forgetAccount("alice");
  vi.unstubAllGlobals();
});

it("shows on the icon what waits of the account, and clears it at sign-out", async () => {
  stop = startIconBadge("alice");
  await untilShown(0);
  const first = await savePoint(newDraft("alice", quest, 1));
  await savePoint(newDraft("alice", quest, 1));
  await savePoint(newDraft("bob", quest, 1));
  await keepDraft(newDraft("alice", quest, 1));
  await saveCompletion("alice", quest);
  await untilShown(2);
  await discard(first.localId);
  await untilShown(1);
  stop();
  await untilShown(0);
  await forgetAccount("bob");
});

it("tries again at the next change where the browser refuses", async () => {
  const refused = vi.fn<() => Promise<never>>(() => Promise.reject(new DOMException("No.", "NotAllowedError")));
  Object.assign(badge, { setAppBadge: refused, clearAppBadge: refused });
  await savePoint(newDraft("alice", quest, 1));
  stop = startIconBadge("alice");
  await vi.waitFor(() => expect(refused).toHaveBeenCalledOnce());
  await savePoint(newDraft("alice", quest, 1));
  await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(2));
});

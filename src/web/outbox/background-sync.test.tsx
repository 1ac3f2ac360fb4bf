import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saying } from "../../../test/web-saying.ts";

let register: () => Promise<void>;
let registered: string[];
let permission: string;

/** A browser with or without background sync, which controls this page by a service worker or not. */
async function standIn({ hasSync = true, isControlled = true }) {
  vi.resetModules();
  if (hasSync) vi.stubGlobal("SyncManager", class {});
  const registration = {
    active: {},
    sync: {
      register: async (tag: string) => {
        registered.push(tag);
        await register();
      },
    },
  };
  const serviceWorker = { controller: isControlled ? {} : null, getRegistration: async () => registration };
  Object.defineProperties(navigator, {
    serviceWorker: { configurable: true, value: serviceWorker },
    permissions: { configurable: true, value: { query: async () => ({ state: permission }) } },
  });
  const { askForSync, expectSync } = await import("./ask-for-sync.ts");
  const { SavedNotice } = await import("../features/data-points/saved-notice.tsx");
  await expectSync();
  const show = () => {
    cleanup();
    render(
      <SavedNotice
        saved={{ localId: "1", id: "1", position: "known" }}
        record={undefined}
        hasArrived={false}
        collected={undefined}
        onGivePosition={() => {}}
      />,
    );
  };
  return { ask: askForSync, show };
}

const byItself = "It will upload automatically. You can start the next one.";
const whenOpened = "It will upload when Cairn is open with a signal. You can start the next one.";

beforeEach(() => {
  registered = [];
  permission = "granted";
  register = async () => {};
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of ["serviceWorker", "permissions"]) Reflect.deleteProperty(navigator, name);
  vi.unstubAllGlobals();
});

it("promises to upload automatically once the browser agrees", async () => {
  const { ask, show } = await standIn({ isControlled: false });
  show();
  expect(screen.getByText(saying(whenOpened))).toBeTruthy();
  await ask();
  expect(registered).toEqual(["cairn-outbox"]);
  show();
  expect(screen.getByText(byItself)).toBeTruthy();
});

it("asks for Cairn to be open if the browser refuses", async () => {
  const { ask, show } = await standIn({});
  show();
  expect(screen.getByText(byItself)).toBeTruthy();
  register = () => Promise.reject(new DOMException("Background Sync is disabled.", "UnknownError"));
  await ask();
  show();
  expect(screen.getByText(saying(whenOpened))).toBeTruthy();
});

it("asks for Cairn to be open if the volunteer forbids it", async () => {
  permission = "denied";
  const { show } = await standIn({});
  show();
  expect(screen.getByText(saying(whenOpened))).toBeTruthy();
  expect(registered).toEqual([]);
});

it("asks for Cairn to be open where there is no background sync", async () => {
  const { ask, show } = await standIn({ hasSync: false });
  await ask();
  expect(registered).toEqual([]);
  show();
  expect(screen.getByText(saying(whenOpened))).toBeTruthy();
});

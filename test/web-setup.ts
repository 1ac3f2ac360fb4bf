import { cleanup, configure, getConfig, prettyDOM } from "@testing-library/react";
import * as react from "react";
import { afterAll, afterEach, vi } from "vitest";
import "./patient-waits.ts";
import "./property-seed.ts";

/** Earlier files' modules would still answer when a page is left, rests or comes back. */
const leavingTypes = ["beforeunload", "pagehide", "pageshow"] as const;
type Leaving = { leaving?: Set<EventListenerOrEventListenerObject> };

/** Files share a window and packages, which takes a third of the time, but none of our modules and no state. */
vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
Reflect.deleteProperty(globalThis, "indexedDB");
if (typeof document !== "undefined") {
  emptyWindow();
  await import("./web-window.ts");
}

function forgetWhoFollowsLeaving(): void {
  const shared = window as typeof window & Leaving;
  if (!shared.leaving) {
    const leaving = new Set<EventListenerOrEventListenerObject>();
    shared.leaving = leaving;
    const add = window.addEventListener.bind(window);
    window.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject,
      options?: AddEventListenerOptions | boolean,
    ) => {
      if (leavingTypes.some((each) => each === type)) leaving.add(listener);
      add(type, listener, options);
    };
  }
  for (const listener of shared.leaving) for (const type of leavingTypes) window.removeEventListener(type, listener);
  shared.leaving.clear();
}

function emptyWindow(): void {
  forgetWhoFollowsLeaving();
  localStorage.clear();
  sessionStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  for (const each of document.cookie.split("; ")) document.cookie = `${each.split("=")[0]}=; max-age=0`;
  for (const name of document.documentElement.getAttributeNames()) document.documentElement.removeAttribute(name);
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
  // Fakes of the device, and a connection that was lost.
  for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name);
  window.dispatchEvent(new Event("online"));
}

afterEach(cleanup);
// Else a page that is still loading fails with the window that it loads into.
afterAll(() => vi.dynamicImportSettled());

/** React holds no text, only elements: else a page that the browser translates dies. See `src/web/foundation/jsx`. */
if (typeof document !== "undefined") {
  document.createTextNode = (text) => {
    throw new Error(`This text has no element of its own: “${text}”. Does a component return it?`);
  };
}

/** Printed only when a test fails: while it waits, nobody sees the error of each attempt. */
function describeMissing(message: string | null, container: Element): Error {
  const isAttempt = (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;
  const error = new Error(isAttempt ? (message ?? "") : `${message}\n\n${prettyDOM(container)}`);
  error.name = "TestingLibraryElementError";
  return error;
}

// On a busy machine, pages take longer than the default second, especially the first one.
configure({ asyncUtilTimeout: 20_000, getElementError: describeMissing });

/**
 * React keeps the stack of where each element was created, for its warnings, as long as this counts fewer than 10,000 a
 * second. That took an eighth of the time.
 */
const internals = "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE";
Object.defineProperty((react as Record<string, unknown>)[internals], "recentlyCreatedOwnerStacks", {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
});

/** jsdom has no layout. The fake outlives every test, because effects may run during cleanup. */
class EverythingInSight {
  constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect() {}
}
globalThis.IntersectionObserver = EverythingInSight as unknown as typeof IntersectionObserver;

// jsdom has another `ArrayBuffer` class than the results of `crypto`.
const digest = await crypto.subtle.digest("SHA-256", new Uint8Array());
globalThis.ArrayBuffer = digest.constructor as typeof ArrayBuffer;

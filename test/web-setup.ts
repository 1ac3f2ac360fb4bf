import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import "./patient-waits.ts";

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

function emptyWindow(): void {
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

// On a busy machine, pages take longer than the default second, especially the first one.
configure({ asyncUtilTimeout: 20_000 });

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

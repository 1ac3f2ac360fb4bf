import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

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

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

afterEach(cleanup);

// A busy machine takes longer over a page, and over the first load of one, than the default second.
configure({ asyncUtilTimeout: 20_000 });

/** jsdom lays nothing out. It outlives every test, since effects may run while a test is being cleaned up. */
class EverythingInSight {
  constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
  observe() {
    this.callback([{ isIntersecting: true }]);
  }
  disconnect() {}
}
globalThis.IntersectionObserver = EverythingInSight as unknown as typeof IntersectionObserver;

// jsdom has an `ArrayBuffer` of its own, which what `crypto` answers with is no instance of.
const digest = await crypto.subtle.digest("SHA-256", new Uint8Array());
globalThis.ArrayBuffer = digest.constructor as typeof ArrayBuffer;

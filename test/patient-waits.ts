import { vi } from "vitest";

const waitFor = vi.waitFor.bind(vi);

/** On a busy machine, work takes longer than the default second. */
const patient = (check: () => unknown, options: Parameters<typeof vi.waitFor>[1]) =>
  waitFor(check, typeof options === "number" ? options : { timeout: 20_000, ...options });

vi.waitFor = patient as typeof vi.waitFor;

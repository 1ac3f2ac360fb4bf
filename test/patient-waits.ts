import { vi } from "vitest";

const waitFor = vi.waitFor.bind(vi);

const timeoutMs = 60_000;

/** On a busy machine, work takes longer than the default second, and longer than anybody guesses. */
const patient = (check: () => unknown, options: Parameters<typeof vi.waitFor>[1]) => {
  const given = typeof options === "number" ? { timeout: options } : (options ?? {});
  return waitFor(check, { ...given, timeout: Math.max(timeoutMs, given.timeout ?? 0) });
};

vi.waitFor = patient as typeof vi.waitFor;

// Preloaded by the server (`--import`): timers of a minute or longer run 100 times faster and take 9 seconds at most, so
// that a test sees every timer within a few seconds.

const aMinuteMs = 60_000;
const speed = 100;
const longestMs = 9_000;
const faster = (delayMs: unknown) =>
  typeof delayMs === "number" && delayMs >= aMinuteMs ? Math.min(delayMs / speed, longestMs) : delayMs;

for (const name of ["setTimeout", "setInterval"] as const) {
  const original = globalThis[name];
  const replaced = (callback: unknown, delayMs: unknown, ...given: unknown[]) =>
    Reflect.apply(original, globalThis, [callback, faster(delayMs), ...given]);
  // `util.promisify(setTimeout)` needs these.
  Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(original));
  globalThis[name] = replaced as never;
}

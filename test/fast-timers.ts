// The server loads this file before its own (`--import`): then what is due in a minute or later is due in a hundredth of the time,
// so that a test outlives timers of up to an hour within a minute.

const aMinuteMs = 60_000;
const speed = 100;
const faster = (delayMs: unknown) => (typeof delayMs === "number" && delayMs >= aMinuteMs ? delayMs / speed : delayMs);

for (const name of ["setTimeout", "setInterval"] as const) {
  const original = globalThis[name];
  const replaced = (callback: unknown, delayMs: unknown, ...given: unknown[]) =>
    Reflect.apply(original, globalThis, [callback, faster(delayMs), ...given]);
  // `util.promisify(setTimeout)` goes by these.
  Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(original));
  globalThis[name] = replaced as never;
}

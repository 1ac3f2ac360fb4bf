/**
 * A promise that is begun now and awaited later. Until then nobody would catch its rejection, which fails the whole run
 * although every test passes.
 */
export function awaitedLater<T extends Promise<unknown>>(promise: T): T {
  promise.catch(() => undefined);
  return promise;
}

/** Longer than browsers' timers can count. */
const timerMaxMs = 60 * 60_000;

/** Wakes who waits; a ring while nobody waits is not lost. */
export function makeAlarm() {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      isRung = true;
      wake?.();
    },
    /** Until it rings, or until then. */
    async wait(untilMs: number | undefined): Promise<void> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer =
            untilMs === undefined
              ? undefined
              : setTimeout(resolve, Math.min(timerMaxMs, Math.max(0, untilMs - Date.now())));
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      isRung = false;
    },
  };
}

/** Browsers' timers overflow after about 25 days, so waits are capped. */
const timerMaxMs = 60 * 60_000;

/** Wakes a waiting caller. A ring without a waiter is kept for the next wait. */
export function makeAlarm() {
  let isRung = false;
  let wake: (() => void) | undefined;
  return {
    ring(): void {
      isRung = true;
      wake?.();
    },
    /** Waits until the alarm rings or until `untilMs`. */
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

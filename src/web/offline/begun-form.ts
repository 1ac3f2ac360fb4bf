import { useEffect } from "react";
import { makeEmitter } from "../foundation/events/emitter.ts";

/** Tabs with an unfinished form hold it, which blocks updates of the app. */
export const begunFormLock = "cairn.begun-form";

let begunHere = 0;
const begunFormChange = makeEmitter();
export const onBegunFormChange = begunFormChange.listen;

function changeBy(count: number): void {
  begunHere += count;
  begunFormChange.emit();
}

/** Blocks updates of the app in all tabs while `isBegun`. */
export function useBegunForm(isBegun: boolean): void {
  useEffect(() => {
    if (!isBegun) return;
    changeBy(1);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks?.request(begunFormLock, { mode: "shared" }, () => held);
    return () => {
      release();
      changeBy(-1);
    };
  }, [isBegun]);
}

export const isFormBegunHere = (): boolean => begunHere > 0;

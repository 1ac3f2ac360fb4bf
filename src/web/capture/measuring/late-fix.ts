import { mendPoint } from "../../outbox/outbox.ts";
import type { PointRecord, Position } from "../../outbox/record.ts";
import type { Fix } from "../fixes/fixes.ts";
import { isStillOfMoment, positionOf } from "../positions/moment-rules.ts";
import type { Saved } from "./measurement-state.ts";

/** Adds a late fix to a data point that was saved without a position. */
export class LateFix {
  readonly #tell: (saved: Pick<Saved, "localId" | "position">) => void;
  #waiting: { localId: string; momentMs: number; fixes: readonly Position[] } | undefined;

  constructor(tell: (saved: Pick<Saved, "localId" | "position">) => void) {
    this.#tell = tell;
  }

  await({ localId, fixes }: Pick<PointRecord, "localId" | "fixes">, momentMs: number): void {
    this.#waiting = { localId, momentMs, fixes };
  }

  giveUp(): void {
    this.#waiting = undefined;
  }

  see(fix: Fix): void {
    if (!this.#waiting) return;
    const { localId, momentMs, fixes } = this.#waiting;
    if (isStillOfMoment(fix, momentMs, true)) {
      this.giveUp();
      const position = positionOf(fix);
      void mendPoint(localId, { position, fixes: [...fixes, position] }).then(
        () => this.#tell({ localId, position: "known" }),
        () => {},
      );
    } else if (!fix.isRemembered && fix.fixedAtMs > momentMs) {
      this.giveUp();
      this.#tell({ localId, position: "none" });
    }
  }
}

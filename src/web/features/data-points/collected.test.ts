import { act, renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { DataPointSummary } from "../../../contract/data-points.ts";
import { newDraft } from "../../outbox/new-records.ts";
import type { PointRecord } from "../../outbox/record.ts";
import type { QuestOutbox } from "../../outbox/use-outbox.ts";
import { collectedWords, countCollected } from "./collected.ts";
import { useTarget } from "./target.ts";

const summary = (changes: Partial<DataPointSummary> = {}): DataPointSummary => ({
  pending: 0,
  accepted: 0,
  denied: 0,
  change_requested: 0,
  protocol_versions: [],
  first_number: 1,
  places: [],
  ...changes,
});
const point = (state: PointRecord["state"], savedAtMs = Date.now()): PointRecord => ({
  ...newDraft("alice", { id: 7, name: "Bark" }, 0),
  state,
  savedAtMs,
});
const outbox = (changes: Partial<QuestOutbox> = {}): QuestOutbox => ({
  drafts: [],
  waiting: [],
  justDelivered: [],
  replacedIds: new Set(),
  completion: undefined,
  ...changes,
});

describe("what is collected", () => {
  it("is what is uploaded and not denied, with what was just delivered; rejected ones are not expected", () => {
    const counts = countCollected(
      summary({ pending: 3, accepted: 2, denied: 4, change_requested: 1 }),
      [],
      outbox({ waiting: [point("waiting"), point("sending"), point("refused")], justDelivered: [point("delivered")] }),
    );
    expect(counts).toEqual({ all: 14, uploaded: 7, expected: 9, changes: 1 });
  });

  it("is said in the quest's own unit", () => {
    const words = (quest_type: "TREES" | "WATER", target_count: number | null, count: number) =>
      collectedWords({ quest_type, target_count }, count);
    expect(words("TREES", 20, 7)).toBe("7 of 20 trees");
    expect(words("TREES", 20, 20)).toBe("20 of 20 trees");
    expect(words("TREES", 20, 25)).toBe("25 trees, 20 asked");
    expect(words("WATER", 20, 7)).toBe("7 of 20 data points");
    expect(words("WATER", 1, 2)).toBe("2 data points, 1 asked");
    expect(words("TREES", null, 7)).toBe("7 data points");
    expect(words("WATER", 0, 1)).toBe("1 data point");
  });
});

describe("the target", () => {
  const watch = (target_count: number | null, expected: number) =>
    renderHook(({ count, box }) => useTarget({ target_count }, count, box), {
      initialProps: { count: expected as number | undefined, box: outbox() },
    });

  it("is reached by the data point that was saved last, until the volunteer goes on", () => {
    const { result, rerender } = watch(20, 19);
    expect(result.current.isReached).toBe(false);
    const twentieth = point("waiting");
    rerender({ count: 20, box: outbox({ waiting: [twentieth] }) });
    expect(result.current).toMatchObject({ isReached: true, isNew: true });
    // It arrives, and the list has it.
    rerender({ count: 20, box: outbox() });
    expect(result.current.isReached).toBe(true);
    act(() => result.current.goOn());
    expect(result.current.isReached).toBe(false);
  });

  it("is reached by several that were saved quickly", () => {
    const { result, rerender } = watch(20, 18);
    rerender({ count: 22, box: outbox({ waiting: [1, 2, 3, 4].map(() => point("waiting")) }) });
    expect(result.current).toMatchObject({ isReached: true, isNew: true });
  });

  it("is said again to those who return at the target, not to those who went on", () => {
    expect(watch(20, 20).result.current).toMatchObject({ isReached: true, isNew: false });
    const { result, rerender } = watch(20, 24);
    expect(result.current.isReached).toBe(false);
    rerender({ count: 25, box: outbox({ waiting: [point("waiting")] }) });
    expect(result.current.isReached).toBe(false);
  });

  it("isn't reached by newer counts of the server alone", () => {
    const { result, rerender } = watch(20, 15);
    rerender({ count: 23, box: outbox({ waiting: [point("waiting", 1)] }) });
    expect(result.current.isReached).toBe(false);
  });

  it("doesn't exist without a number", () => {
    expect(watch(null, 3).result.current.isReached).toBe(false);
    expect(watch(0, 0).result.current.isReached).toBe(false);
  });
});

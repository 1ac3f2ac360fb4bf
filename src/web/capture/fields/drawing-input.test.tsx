import { act, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { saying } from "../../../../test/web-saying.ts";
import type { Field } from "../../../protocol/field.ts";
import { type Answer, readAnswer } from "../../foundation/answers/answers.ts";
import { LiveRegion } from "../../ui/live-region.tsx";
import { ProtocolField } from "./protocol-field.tsx";

let answer: Answer | undefined;
let move: (eastMeters: number, northMeters: number, accuracy?: number) => void;
const clearWatch = vi.fn();

beforeEach(() => {
  answer = undefined;
  clearWatch.mockClear();
  const watchPosition = (onFix: PositionCallback) => {
    move = (east, north, accuracy = 5) => {
      const coords = { longitude: east / 111_195, latitude: north / 111_195, accuracy };
      act(() => onFix({ coords, timestamp: Date.now() } as GeolocationPosition));
    };
    return 7;
  };
  stubGeolocation({ watchPosition, clearWatch });
});

// jsdom has none.
function stubGeolocation(value: object): void {
  Object.defineProperty(navigator, "geolocation", { value, configurable: true });
}

function Form({ field }: { field: Field }) {
  const [given, setGiven] = useState<Answer>();
  const take = (_: string, next: Answer | undefined) => {
    answer = next;
    setGiven(next);
  };
  return (
    <>
      <ProtocolField field={field} answer={given} onAnswer={take} />
      <LiveRegion />
    </>
  );
}
const line: Field = { key: "way", kind: "line", label: "Way" };
const point: Field = { key: "tree", kind: "point", label: "Tree" };
const area: Field = { key: "plot", kind: "area", label: "Plot" };

const press = async (name: string) => fireEvent.click(await screen.findByRole("button", { name }));
const faultOf = (field: Field) => {
  const reading = readAnswer(field, answer);
  return reading.kind === "fault" ? reading.fault.text : undefined;
};
const pointsIn = () => screen.getByText(/\d points?$/).textContent;

it("a line is walked: poor fixes are shown and not used, points are undone, and it is an answer once it is finished", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Form field={line} />);
  await press("Walk the line");
  expect(await screen.findByText("Waiting for your position…")).toBeTruthy();
  move(0, 0);
  move(40, 0);
  move(40, 30);
  expect(screen.getByText("70 m")).toBeTruthy();
  expect(pointsIn()).toBe("3 points");
  move(90, 90, 48);
  expect(screen.getByText(saying(/^Position ± 48 m/))).toBeTruthy();
  expect(screen.getByText(saying(/^This position isn't used: it must be within ± 30 m/))).toBeTruthy();
  expect(pointsIn()).toBe("3 points");

  act(() => vi.advanceTimersByTime(2_000));
  expect(answer, "kept in the draft").toMatchObject({ type: "LineString", method: "walked", walking: true });
  expect(faultOf(line)).toBe("validation.geometry.walking");

  await press("Undo last point");
  expect(pointsIn()).toBe("2 points");
  await press("Pause");
  expect(clearWatch).toHaveBeenCalledWith(7);
  expect(await screen.findByText("Paused. Your position isn't recorded.")).toBeTruthy();
  await press("Continue");
  move(40, 60);
  await press("Finish");
  expect(await screen.findByText(saying("Finished: 100 m"))).toBeTruthy();
  expect(readAnswer(line, answer)).toEqual({
    kind: "value",
    value: {
      type: "LineString",
      coordinates: [
        [0, 0],
        [40 / 111_195, 0],
        [40 / 111_195, 60 / 111_195],
      ],
      accuracies: [5, 5, 5],
      method: "walked",
    },
  });
  vi.useRealTimers();

  await press("Remove");
  expect(answer).toBeUndefined();
  await press("Undo");
  expect(readAnswer(line, answer).kind).toBe("value");
});

it("a walk is kept when its form closes, and an outline that crosses itself is said", async () => {
  const { unmount } = render(<Form field={area} />);
  await press("Walk around");
  for (const [east, north] of [
    [0, 0],
    [60, 60],
    [60, 0],
    [0, 60],
  ] as const) {
    move(east, north);
  }
  await press("Finish");
  expect(faultOf(area)).toBe("validation.geometry.crosses");
  await press("Undo last point");
  expect(readAnswer(area, answer).kind).toBe("value");
  expect(await screen.findByText("1,800 m²")).toBeTruthy();
  await press("Walk on");
  move(0, 100);
  unmount();
  expect(answer).toMatchObject({ walking: true, accuracies: [5, 5, 5, 5] });
});

it("a point is the device's position with its accuracy, again as often as wanted, and can be removed", async () => {
  render(<Form field={point} />);
  await press("Use my position");
  expect(await screen.findByText("Waiting for your position…")).toBeTruthy();
  move(111_195, 222_390, 48);
  expect(await screen.findByText("2.00000, 1.00000")).toBeTruthy();
  expect(clearWatch).toHaveBeenCalledWith(7);
  expect(screen.getByText(saying(/^± 48 m /))).toBeTruthy();
  expect(screen.getByText(/^This position isn't exact/)).toBeTruthy();

  await press("Use my position again");
  move(0, 111_195, 4.5);
  expect(await screen.findByText("1.00000, 0.00000")).toBeTruthy();
  expect(screen.queryByText(/isn't exact/)).toBeNull();
  const value = { type: "Point", coordinates: [0, 1], accuracies: [4.5], method: "located" };
  expect(readAnswer(point, answer)).toEqual({ kind: "value", value });

  await press("Use my position again");
  await press("Cancel");
  expect(readAnswer(point, answer)).toEqual({ kind: "value", value });
  await press("Remove");
  expect(answer).toBeUndefined();
  await press("Undo");
  expect(readAnswer(point, answer).kind).toBe("value");
});

it("at rest, the last position counts after a while: browsers may report nothing new", async () => {
  const ages: unknown[] = [];
  const watchPosition = (_: PositionCallback, __: PositionErrorCallback, options: PositionOptions) => {
    ages.push(options.maximumAge);
    return ages.length;
  };
  stubGeolocation({ watchPosition, clearWatch });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  render(<Form field={point} />);
  await press("Use my position");
  act(() => vi.advanceTimersByTime(3_000));
  expect(ages).toEqual([5_000, 60_000]);
  vi.useRealTimers();
});

it("without permission, the map is named as the other way", async () => {
  const watchPosition = (_: PositionCallback, onError: PositionErrorCallback) => {
    onError({ code: 1 } as GeolocationPositionError);
    return 8;
  };
  stubGeolocation({ watchPosition, clearWatch });
  render(<Form field={line} />);
  await press("Walk the line");
  expect(await screen.findByText(/or tap on a map\.$/)).toBeTruthy();
});

import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useHeading } from "./walk-panel.tsx";

afterEach(() => vi.unstubAllGlobals());

const tell = (type: string, values: object) =>
  act(() => void window.dispatchEvent(Object.assign(new Event(type), values)));

it("[CALL-71] the compass counts only if it knows north, and small turns are noise", () => {
  const { result } = renderHook(() => useHeading());
  expect(result.current).toEqual({ status: "none" });
  tell("deviceorientation", { absolute: false, alpha: 200 });
  tell("deviceorientationabsolute", { absolute: true, alpha: null });
  expect(result.current).toEqual({ status: "none" });
  tell("deviceorientationabsolute", { absolute: true, alpha: 270 });
  expect(result.current).toEqual({ status: "on", degrees: 90 });
  tell("deviceorientationabsolute", { absolute: true, alpha: 268 });
  expect(result.current).toEqual({ status: "on", degrees: 90 });
  tell("deviceorientationabsolute", { absolute: true, alpha: 260 });
  expect(result.current).toEqual({ status: "on", degrees: 100 });
});

const iPhone = (answer: "granted" | "denied") => {
  class AppleEvent extends Event {
    static requestPermission = async () => answer;
    get webkitCompassHeading() {
      return 45;
    }
  }
  vi.stubGlobal("DeviceOrientationEvent", AppleEvent);
};

it("[CALL-71] iPhones are asked by a press first", async () => {
  iPhone("granted");
  const { result } = renderHook(() => useHeading());
  tell("deviceorientation", { webkitCompassHeading: 45 });
  expect(result.current.status).toBe("ask");
  await act(async () => result.current.status === "ask" && (await result.current.ask()));
  tell("deviceorientation", { webkitCompassHeading: 45 });
  expect(result.current).toEqual({ status: "on", degrees: 45 });
});

it("[CALL-71] who says no is not asked again", async () => {
  iPhone("denied");
  const { result } = renderHook(() => useHeading());
  await act(async () => result.current.status === "ask" && (await result.current.ask()));
  expect(result.current).toEqual({ status: "refused" });
});

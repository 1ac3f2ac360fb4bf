import { render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { standInNavigator } from "../../../../test/field-device.ts";
import type { PositionNow } from "../../capture/positions/live-position.ts";
import { DeviceAdvice } from "./around-questions.tsx";

afterEach(() => vi.unstubAllGlobals());

const at = (accuracyMeters: number) => ({ accuracyMeters }) as PositionNow["fix"];

it.each([
  ["refused", undefined, /^ ?On iPhones and iPads, open Settings/],
  ["found", at(3_000), /^Your phone gives only a rough position, of .*3.*On iPhones/],
  ["found", at(60), /^$/],
  ["searching", undefined, /^$/],
] as const)("[DATA-17] an iPhone whose position is %s, %o", (status, fix, words) => {
  standInNavigator({ userAgent: "Mozilla/5.0 (iPhone)" });
  const { container } = render(<DeviceAdvice device={{ status, fix, highAccuracy: false }} />);
  expect(container.textContent).toMatch(words);
});

import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { standInBrowser } from "../../../../test/web-app.tsx";
import { FieldMap } from "./field-map.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  standInBrowser({ reducedMotion: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Beyond the 60 ms by which a change of what is in sight is held back. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(80));

it("shows stations that come after the quest's places", async () => {
  const place = (id: number, latitude: number) => ({
    id,
    code: `${id}`,
    name: `Place ${id}`,
    latitude,
    longitude: 8,
    due: true,
  });
  const mapOf = (places: ReturnType<typeof place>[]) => (
    <FieldMap
      places={places}
      chosenId={undefined}
      onChoose={() => {}}
      here={undefined}
      own={[]}
      track={[]}
      map={undefined}
    />
  );
  const { rerender } = render(mapOf([place(1, 47)]));
  await settle();
  rerender(mapOf([place(1, 47), place(2, 62)]));
  await settle();
  expect(screen.getAllByRole("button", { name: /Place [12]/ })).toHaveLength(2);
});

import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { holdMapsStill, settle } from "../../../../test/web-still-maps.ts";
import { FieldMap } from "./field-map.tsx";

holdMapsStill();

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

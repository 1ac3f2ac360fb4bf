import { fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, it, vi } from "vitest";
import { serve, standInBrowser } from "../../../../test/web-app.tsx";
import type { TeamStation } from "../../../contract/stations.ts";
import { StationsEditor } from "./stations-editor.tsx";

beforeEach(() => standInBrowser());

const weir: TeamStation = { id: 3, code: "G-2", name: "Mill weir", latitude: 47, longitude: 8, data_point_count: 0 };

it("[CALL-72] a station is deleted once that is confirmed, and stays with the reason if it can't be", async () => {
  let isUsed = true;
  const fetchMock = serve({
    "DELETE /api/quests/7/stations/3": () =>
      isUsed
        ? Response.json({ code: "station_has_data_points", detail: "It is used." }, { status: 409 })
        : new Response(null, { status: 204 }),
  });
  const onChange = vi.fn(async () => {});
  render(
    <MemoryRouter>
      <StationsEditor questId={7} near={undefined} repeatDays={null} stations={[weir]} onChange={onChange} />
    </MemoryRouter>,
  );
  const open = () => {
    fireEvent.click(screen.getByRole("button", { name: "Delete: G-2 · Mill weir" }));
    return within(screen.getByRole("dialog", { name: "Delete: G-2 · Mill weir" }));
  };
  fireEvent.click(open().getByRole("button", { name: "Keep it" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(fetchMock).not.toHaveBeenCalled();

  const dialog = open();
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await dialog.findByText("That didn't work: It is used.")).toBeTruthy();
  expect(onChange).not.toHaveBeenCalled();
  isUsed = false;
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(onChange).toHaveBeenCalledTimes(1);
});

it("a station that can't be saved says why and keeps what was typed, until that is given up", async () => {
  serve({
    "PUT /api/quests/7/stations/3": () =>
      Response.json({ code: "station_code_taken", detail: "It is taken." }, { status: 409 }),
  });
  render(
    <MemoryRouter>
      <StationsEditor questId={7} near={undefined} repeatDays={null} stations={[weir]} onChange={async () => {}} />
    </MemoryRouter>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Edit: G-2 · Mill weir" }));
  const dialog = within(screen.getByRole("dialog", { name: "G-2 · Mill weir" }));
  fireEvent.change(dialog.getByLabelText(/^Code/), { target: { value: "G-1" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save station" }));
  expect(await dialog.findByText("That didn't work: It is taken.")).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>(/^Code/).value).toBe("G-1");
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

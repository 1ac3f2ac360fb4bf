import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { DataTable } from "./data-table.tsx";

it("names and texts in a table keep their own direction, and figures that of the page", () => {
  const row = { quest: "شجرة (2)", organization: "معهد (1)", count: 3 };
  render(
    <MemoryRouter>
      <DataTable
        label="Quests"
        rows={[row]}
        rowKey={({ quest }) => quest}
        columns={[
          { key: "quest", label: "Quest", kind: "name", cell: ({ quest }) => <a href="/quests/1">{quest}</a> },
          { key: "organization", label: "Organization", cell: ({ organization }) => organization },
          { key: "count", label: "Data points", kind: "number", cell: ({ count }) => count },
        ]}
      />
    </MemoryRouter>,
  );
  const table = screen.getByRole("table");
  expect([...table.querySelectorAll("bdi")].map(({ textContent }) => textContent)).toEqual(["شجرة (2)", "معهد (1)"]);
  expect(screen.getByRole("link", { name: "شجرة (2)" })).toBeTruthy();
});

import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { DataTable } from "./data-table.tsx";

it("names and texts in a table keep their own direction, and figures that of the page", () => {
  const row = { quest: "شجرة (2)", organization: "معهد (1)", person: "alice", count: 3 };
  render(
    <MemoryRouter>
      <DataTable
        label="Quests"
        rows={[row]}
        rowKey={({ quest }) => quest}
        columns={[
          { key: "quest", label: "Quest", kind: "name", cell: ({ quest }) => <a href="/quests/1">{quest}</a> },
          { key: "organization", label: "Organization", cell: ({ organization }) => organization },
          { key: "code", label: "Code", kind: "name", isVerbatim: true, cell: () => "Oak-1" },
          { key: "person", label: "Person", isVerbatim: true, cell: ({ person }) => person },
          { key: "count", label: "Data points", kind: "number", cell: ({ count }) => count },
        ]}
      />
    </MemoryRouter>,
  );
  const table = screen.getByRole("table");
  // Names and codes stay what they are in translators of browsers; titles of quests may be translated.
  const texts = [...table.querySelectorAll("bdi")].map((each) => [each.textContent, each.getAttribute("translate")]);
  expect(texts).toEqual([
    ["شجرة (2)", null],
    ["معهد (1)", null],
    ["Oak-1", "no"],
    ["alice", "no"],
  ]);
  expect(screen.getByRole("link", { name: "شجرة (2)" })).toBeTruthy();
});

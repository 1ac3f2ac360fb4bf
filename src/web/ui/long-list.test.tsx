import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import { DataTable } from "./data-table.tsx";
import { LongList } from "./long-list.tsx";

const numbers = Array.from({ length: 507 }, (_, index) => index);

it("a long list draws a hundred at most until the code for those in sight has come", async () => {
  render(
    <LongList itemHeightPx={20} total={507}>
      {numbers.map((number) => (
        <span key={number}>{number}</span>
      ))}
    </LongList>,
  );
  expect(screen.getAllByRole("listitem")).toHaveLength(100);
});

it("so does a long table", async () => {
  render(
    <MemoryRouter>
      <DataTable
        label="Numbers"
        rows={numbers}
        rowKey={(number) => number}
        columns={[{ key: "number", label: "Number", cell: (number) => number, kind: "name" }]}
      />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole("rowheader")).toHaveLength(100);
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: labels refer to answers with them
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Protocol } from "../../protocol/field.ts";
import { labelOfField } from "../texts/protocol.ts";
import { Measurements } from "./measurements.tsx";

const protocol: Protocol = {
  fields: [
    {
      key: "stops",
      kind: "group",
      label: "Stop",
      repeat: {},
      fields: [
        { key: "name", kind: "text", label: "Name" },
        {
          key: "birds",
          kind: "group",
          label: "Bird",
          repeat: {},
          row_label: "${count} × ${species}",
          fields: [
            { key: "species", kind: "choice", label: "Species", options: [{ value: "rail", label: "Water rail" }] },
            { key: "count", kind: "integer", label: "How many?" },
            { key: "picture", kind: "photo", label: "Picture" },
          ],
        },
      ],
    },
  ],
};

it("rows are listed by their names with their answers, within each other, first some of many", async () => {
  const birds = Array.from({ length: 12 }, (_, index) => ({ species: "rail", count: index + 1 }));
  const stops = [{ name: "Mole", birds }, {}];
  render(<Measurements of={{ stops } as never} protocol={protocol} className={undefined} />);
  expect(await screen.findByText("Stop 1")).toBeTruthy();
  expect(screen.getByText("Mole")).toBeTruthy();
  expect(screen.getByText("10 × Water rail")).toBeTruthy();
  expect(screen.queryByText("11 × Water rail")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show all 12" }));
  expect(screen.getByText("12 × Water rail")).toBeTruthy();
  expect(screen.getByText("No answers")).toBeTruthy();
});

it("an answer in a row has the row in its label", () => {
  expect(labelOfField(protocol, "stops.1.birds.0.picture")).toBe("Stop 2: Bird 1: Picture");
  expect(labelOfField(protocol, "file")).toBeUndefined();
});

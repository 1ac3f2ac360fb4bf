// biome-ignore-all lint/suspicious/noTemplateCurlyInString: labels refer to answers with them
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import type { Protocol } from "../../protocol/field.ts";
import { labelOfField } from "../foundation/texts/protocol.ts";
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
            {
              key: "chicks",
              kind: "group",
              label: "Chick",
              repeat: {},
              fields: [{ key: "weight", kind: "integer", label: "Weight", unit: "g" }],
            },
          ],
        },
      ],
    },
  ],
};

it("rows are listed by their names with their answers, within each other, first some of many", async () => {
  const chicks = [{ weight: 31 }];
  const birds = Array.from({ length: 12 }, (_, index) => ({ species: "rail", count: index + 1, chicks }));
  const stops = [{ name: "Mole", birds }, {}];
  render(<Measurements of={{ stops } as never} protocol={protocol} className={undefined} />);
  expect(await screen.findByText("Stop 1")).toBeTruthy();
  expect(screen.getByText("Mole")).toBeTruthy();
  expect(screen.getByText("10 × Water rail")).toBeTruthy();
  expect(screen.getAllByText("31 g")).toHaveLength(10);
  expect(screen.queryByText("11 × Water rail")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show all 12" }));
  expect(screen.getByText("12 × Water rail")).toBeTruthy();
  expect(screen.getByText("No answers")).toBeTruthy();
});

it("an answer from a list shows its label in a row", async () => {
  const nests: Protocol = {
    fields: [
      {
        key: "nests",
        kind: "group",
        label: "Nest",
        repeat: {},
        fields: [{ key: "bird", kind: "choice", label: "Bird", list: { id: 7 } }],
      },
    ],
  };
  const list_items = { bird: { "gbif:1": { label: "Common tern" } } };
  render(
    <Measurements of={{ nests: [{ bird: "gbif:1" }], list_items } as never} protocol={nests} className={undefined} />,
  );
  expect(await screen.findByText("Nest 1")).toBeTruthy();
  expect(screen.getByText("Common tern")).toBeTruthy();
});

it("an answer in a row has the row in its label", () => {
  expect(labelOfField(protocol, "stops.1.birds.0.picture")).toBe("Stop 2: Bird 1: Picture");
  expect(labelOfField(protocol, "stops.1.birds.0.chicks.2.weight")).toBe("Stop 2: Bird 1: Chick 3: Weight");
  expect(labelOfField(protocol, "file")).toBeUndefined();
});

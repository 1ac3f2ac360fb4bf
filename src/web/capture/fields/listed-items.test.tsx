// biome-ignore-all lint/suspicious/noTemplateCurlyInString: filters refer to answers with them
import "../../../../test/web-database.ts";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findTranslatable } from "../../../../test/web-translator.ts";
import type { Protocol } from "../../../protocol/field.ts";
import type { Answer, Answers } from "../../foundation/answers/answers.ts";
import { findUses } from "../../foundation/api/kept-lists.ts";
import { connectSession } from "../../foundation/api/session.ts";
import { useListLabels } from "../../ui/list-labels.ts";
import { Measurements } from "../../ui/measurements.tsx";
import { readAnswers } from "./form-reader.ts";
import { ProtocolSteps } from "./protocol-steps.tsx";

const items = [
  {
    code: "gbif:1",
    label: "Blackbird",
    taxon: { id: "gbif:1", scientific_name: "Turdus merula", rank: "species" },
    attributes: { region: "north" },
  },
  { code: "gbif:2", label: "Robin", attributes: { region: "south" } },
  { code: "gbif:3", label: "Great tit", attributes: { region: "north" } },
];
let listId = 0;
const fetched = vi.fn<typeof fetch>();
let endSession = () => {};

Element.prototype.scrollIntoView = () => {};

beforeEach(() => {
  listId += 1;
  fetched.mockReset().mockImplementation(async () => Response.json({ id: listId, items }));
  vi.stubGlobal("fetch", fetched);
  endSession = connectSession({
    getAccessToken: async () => undefined,
    renewAccessToken: async () => undefined,
    getAccount: () => "alice",
  });
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const protocolOf = (filter?: string): Protocol => ({
  fields: [
    {
      key: "region",
      kind: "choice",
      label: "Region",
      options: [
        { value: "north", label: "North" },
        { value: "south", label: "South" },
      ],
    },
    { key: "bird", kind: "choice", label: "Bird", list: { id: listId, version: 2, ...(filter && { filter }) } },
  ],
});

let latest: Answers = {};
function Form({ protocol }: { protocol: Protocol }) {
  const [answers, setAnswers] = useState<Answers>({});
  latest = answers;
  const read = readAnswers(protocol, answers);
  const answer = (key: string, value: Answer | undefined) =>
    setAnswers((before) => ({ ...before, [key]: value }) as Answers);
  return <ProtocolSteps protocol={protocol} read={read} answers={answers} onAnswer={answer} />;
}
const birds = () => screen.findByRole("combobox", { name: /Bird/ });
const listed = () => screen.queryAllByRole("option").map((option) => option.textContent);

it("is searched by name and chosen with the keyboard; a species shows its scientific name and rank", async () => {
  const user = userEvent.setup();
  render(<Form protocol={protocolOf()} />);
  await user.type(await birds(), "merula");
  await waitFor(() => expect(listed()).toEqual(["BlackbirdTurdus merula · species"]));
  expect(findTranslatable(["Turdus merula"])).toEqual([]);
  await user.keyboard("{ArrowDown}{Enter}");
  expect(latest.bird).toBe("gbif:1");
  expect(await screen.findByRole("button", { name: "Remove Blackbird" })).toBeTruthy();
  expect(String(fetched.mock.calls[0]?.[0])).toMatch(/\/api\/lists\/\d+\?version=2&limit=50000$/);
});

it("offers what fits the other answers, and removes a choice that no longer does", async () => {
  const user = userEvent.setup();
  render(<Form protocol={protocolOf("region = ${region}")} />);
  await user.click(screen.getByRole("radio", { name: "North" }));
  await user.click(await birds());
  await waitFor(() => expect(listed()).toHaveLength(2));
  await user.click(screen.getByRole("option", { name: "Great tit" }));
  expect(latest.bird).toBe("gbif:3");
  await user.click(screen.getByRole("radio", { name: "South" }));
  expect(await screen.findByText("Great tit was removed, because it doesn't fit the other answers")).toBeTruthy();
  expect(latest.bird).toBeUndefined();
});

it("is filtered in each row by the row's own answers", async () => {
  const user = userEvent.setup();
  const { fields } = protocolOf("region = ${region}");
  render(<Form protocol={{ fields: [{ key: "stops", kind: "group", label: "Stop", repeat: {}, fields }] }} />);
  for (const [region, found] of [
    ["North", ["BlackbirdTurdus merula · species", "Great tit"]],
    ["South", ["Robin"]],
  ] as const) {
    await user.click(await screen.findByRole("button", { name: /^Add (Stop|another)/ }));
    await user.click(screen.getByRole("radio", { name: region }));
    await user.click(await birds());
    await waitFor(() => expect(listed()).toEqual(found));
  }
});

it("has its labels in a data point that the server has not seen, in rows too", async () => {
  const { fields } = protocolOf();
  const protocol: Protocol = {
    fields: [...fields, { key: "stops", kind: "group", label: "Stop", repeat: {}, fields }],
  };
  function Shown() {
    const values = { bird: "gbif:2", stops: [{ bird: "gbif:3" }] };
    useListLabels(protocol, values);
    return <Measurements of={values} protocol={protocol} className={undefined} />;
  }
  render(<Shown />);
  expect(await screen.findByText("Robin")).toBeTruthy();
  expect(await screen.findByText("Great tit")).toBeTruthy();
});

it("has what the volunteer used last first", async () => {
  const user = userEvent.setup();
  const first = render(<Form protocol={protocolOf()} />);
  await user.click(await birds());
  await user.click(await screen.findByRole("option", { name: "Great tit" }));
  await waitFor(async () => expect(await findUses("alice", listId)).toEqual(["gbif:3"]));
  first.unmount();
  render(<Form protocol={protocolOf()} />);
  await user.click(await birds());
  await waitFor(() => expect(listed()[0]).toBe("Great tit"));
});

it("is fetched once, and says what is missing without a connection", async () => {
  const user = userEvent.setup();
  fetched.mockRejectedValue(new TypeError("no line"));
  render(<Form protocol={protocolOf()} />);
  expect(await screen.findByText(/This list isn't on this phone yet/)).toBeTruthy();
  fetched.mockImplementation(async () => Response.json({ items }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await user.click(await birds());
  await waitFor(() => expect(listed()).toHaveLength(3));
  fetched.mockClear();
  cleanup();
  render(<Form protocol={protocolOf()} />);
  await user.click(await birds());
  await waitFor(() => expect(listed()).toHaveLength(3));
  expect(fetched).not.toHaveBeenCalled();
});

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: expressions refer to answers with them
import "../../../../test/web-database.ts";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Protocol } from "../../../protocol/field.ts";
import type { Answer, Answers } from "../../foundation/answers/answers.ts";
import { hasList, keepListText } from "../../foundation/api/kept-lists.ts";
import { useReadAnswers } from "./form-reader.ts";
import { ProtocolSteps } from "./protocol-steps.tsx";

const text = JSON.stringify({
  items: [
    { code: "n", label: "North", attributes: { people: "1200", capital: "t" } },
    { code: "t", label: "Town" },
  ],
});
let listId = 100;
const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  listId += 1;
  fetched.mockReset().mockRejectedValue(new TypeError("no line"));
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const calculated = (key: string, expression: string) => ({ key, kind: "calculated", label: key, expression }) as const;
const protocolOf = (): Protocol => ({
  lists: [{ name: "regions", id: listId, version: 2 }],
  fields: [
    { key: "region", kind: "text", label: "Region" },
    calculated("People", "number(lookup('regions', 'people', ${region})) + 1"),
    calculated("Capital", "lookup('regions', 'label', lookup('regions', 'capital', ${region}))"),
    { key: "market", kind: "text", label: "Market?", shown_when: { expression: "${People} > 1000" } },
  ],
});

let values: object = {};
function Form({ protocol }: { protocol: Protocol }) {
  const [answers, setAnswers] = useState<Answers>({});
  const read = useReadAnswers(protocol, answers, "alice");
  values = read.values;
  const answer = (key: string, value: Answer | undefined) =>
    setAnswers((before) => ({ ...before, [key]: value }) as Answers);
  return <ProtocolSteps protocol={protocol} read={read} answers={answers} onAnswer={answer} />;
}

it("shows without a connection what it looks up in a list that this phone keeps", async () => {
  await keepListText({ id: listId, version: 2 }, text);
  const user = userEvent.setup();
  render(<Form protocol={protocolOf()} />);
  const region = await screen.findByRole("textbox", { name: /Region/ });
  await user.type(region, "n");
  await screen.findByText("1201");
  await screen.findByText("Town");
  await screen.findByRole("textbox", { name: /Market/ });
  expect(values).toEqual({ region: "n", People: 1201, Capital: "Town" });
  await user.type(region, "o");
  await waitFor(() => expect(values).toEqual({ region: "no" }));
  expect(fetched).not.toHaveBeenCalled();
});

it("fetches the list with the form", async () => {
  fetched.mockResolvedValue(new Response(text));
  render(<Form protocol={protocolOf()} />);
  await waitFor(async () => expect(await hasList({ id: listId, version: 2 })).toBe(true));
  expect(screen.queryByText(/isn't on this phone/)).toBeNull();
});

it("says that the list is missing, and looks it up once there is a connection", async () => {
  const user = userEvent.setup();
  render(<Form protocol={protocolOf()} />);
  await user.type(await screen.findByRole("textbox", { name: /Region/ }), "n");
  await screen.findByText(/list that isn't on this phone yet/);
  expect(values).toEqual({ region: "n" });
  fetched.mockImplementation(async () => new Response(text));
  dispatchEvent(new Event("online"));
  await waitFor(() => expect(values).toEqual({ region: "n", People: 1201, Capital: "Town" }));
  expect(screen.queryByText(/isn't on this phone/)).toBeNull();
});

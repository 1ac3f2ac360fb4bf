import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal, serve, standInBrowser } from "../../../../test/web-app.tsx";
import type { Release } from "../../../contract/releases.ts";
import { Releases } from "./releases.tsx";

const path = "/api/quests/7/releases";
const release: Release = {
  quest_id: 7,
  number: 2,
  state: "published",
  licence: "CC0-1.0",
  notes: "",
  authors: [{ name: "Ana" }],
  requested_at: "2026-11-01T10:00:00Z",
  progress: null,
  failure: null,
  published_at: "2026-11-01T10:00:00Z",
  withdrawn_at: null,
  withdrawal_reason: null,
  doi: null,
  accepted: 12,
  changes: null,
};

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const show = () =>
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <Releases questId={7} />
      </SWRConfig>
    </MemoryRouter>,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("dialog"));
const sent = (mock: ReturnType<typeof serve>, method: string) =>
  mock.mock.calls.filter(([, init]) => init?.method === method).map(([, init]) => JSON.parse(String(init?.body)));

describe("a quest's releases", () => {
  it.each<[Partial<Release>, RegExp]>([
    [{}, /Published.*Nov 1, 2026/],
    [{ state: "building", published_at: null, progress: { done: 1, total: 4 } }, /Being made/],
    [{ state: "failed", published_at: null, failure: "results_hidden" }, /Failed.*results were hidden/],
    [{ state: "withdrawn", withdrawn_at: "2026-11-02T10:00:00Z", withdrawal_reason: "Wrong units." }, /Wrong units/],
  ])("say how they are: %j", async (changes, expected) => {
    serve({ [`GET ${path}`]: [{ ...release, ...changes }] });
    show();
    const row = (await screen.findByRole("link", { name: "Open release 2" })).closest("tr");
    expect(row?.textContent).toMatch(expected);
  });

  it("are published with a licence and authors; a wrong ORCID iD is named and nothing is sent", async () => {
    const mock = serve({ [`GET ${path}`]: [], [`POST ${path}`]: { number: 1, state: "building" } });
    show();
    await press("Publish a release");
    const form = await dialog();
    await userEvent.click(form.getByLabelText(/^CC0 1\.0/));
    await userEvent.type(form.getByLabelText("Name of author 1"), " Ana ");
    await userEvent.type(form.getByLabelText("ORCID iD of author 1"), "0000-0002-1825-0098");
    await userEvent.click(form.getByRole("button", { name: "Publish" }));
    expect(form.getByText("This isn't an ORCID iD. Check its digits.")).toBeTruthy();
    expect(sent(mock, "POST")).toEqual([]);
    await userEvent.type(form.getByLabelText("ORCID iD of author 1"), "{Backspace}7");
    await userEvent.click(form.getByRole("button", { name: "Publish" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(sent(mock, "POST")).toEqual([
      { licence: "CC0-1.0", notes: "", authors: [{ name: "Ana", orcid: "0000-0002-1825-0097" }] },
    ]);
  });

  it("say why one is refused, and keep what was entered", async () => {
    serve({ [`GET ${path}`]: [], [`POST ${path}`]: refusal(409, "release_refused", "Make the results public first.") });
    show();
    await press("Publish a release");
    const form = await dialog();
    await userEvent.type(form.getByLabelText("Name of author 1"), "Ana");
    await userEvent.click(form.getByRole("button", { name: "Publish" }));
    expect(await form.findByText(/Make the results public first/)).toBeTruthy();
    expect((form.getByLabelText("Name of author 1") as HTMLInputElement).value).toBe("Ana");
  });

  it("are withdrawn with a reason only", async () => {
    const mock = serve({ [`GET ${path}`]: [release], [`POST ${path}/2/withdrawal`]: refusal(409, "release_refused") });
    show();
    await press("Withdraw release 2");
    const form = await dialog();
    await userEvent.click(form.getByRole("button", { name: "Withdraw" }));
    expect(form.getByText("Enter a reason.")).toBeTruthy();
    expect(sent(mock, "POST")).toEqual([]);
    await userEvent.type(form.getByLabelText(/^Reason/), "Wrong units.");
    expect(form.queryByRole("alert")).toBeNull();
    await userEvent.click(form.getByRole("button", { name: "Withdraw" }));
    await vi.waitFor(() => expect(sent(mock, "POST")).toEqual([{ reason: "Wrong units." }]));
  });
});

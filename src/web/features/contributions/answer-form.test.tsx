import { forgetAccount } from "../../outbox/saved-records.ts";
import "../../../../test/web-database.ts";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sampleDetail, standInBrowser } from "../../../../test/web-app.tsx";
import type { ContributionDetail } from "../../../contract/contributions.ts";
import { pendingTexts } from "../../foundation/texts/area-texts.ts";
import { listRecords } from "../../outbox/outbox.ts";
import { AnswerForm } from "./answer-form.tsx";

const fields: NonNullable<ContributionDetail["protocol"]>["fields"] = [
  { key: "height", kind: "number", label: "Height" },
  { key: "site", kind: "text", label: "Site", default: { expression: "'North bank'" } },
  {
    key: "young",
    kind: "text",
    label: "Young",
    default: { expression: "'None'" },
    shown_when: { field: "height", op: ">", value: 20 },
  },
];
const detail = {
  ...sampleDetail({ additional_data: { height: 12 }, protocol_version: 1, protocol: { version: 1, fields } }),
  state: "change_requested",
} as ContributionDetail;

const field = async (label: RegExp) => await screen.findByLabelText<HTMLInputElement>(label);
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });
const kept = async () =>
  (await listRecords("alice")).flatMap((record) => (record.kind === "answer" ? [record.answers] : []));

beforeAll(() => pendingTexts());
beforeEach(async () => {
  standInBrowser();
  await forgetAccount("alice");
  render(<AnswerForm account="alice" of={detail} />);
});
afterEach(() => cleanup());

describe("an answer to a reviewer", () => {
  it("can empty a field", async () => {
    const height = await field(/^Height/);
    expect(height.value).toBe("12");
    type(height, "");
    expect(height.value).toBe("");
    await waitFor(async () => expect(await kept()).toEqual([{ height: undefined }]));
  });

  it("leaves a field empty that the data point left empty, although it has a default", async () => {
    const site = await field(/^Site/);
    expect(site.value).toBe("");
    type(site, "Pond");
    type(site, "");
    expect(site.value).toBe("");
    fireEvent.click(screen.getByRole("button", { name: "Send answer" }));
    expect(await screen.findByText(/^Nothing has changed yet/)).toBeTruthy();
  });

  it("begins a field with its default that wasn't asked before, and can empty it", async () => {
    type(await field(/^Height/), "25");
    const young = await field(/^Young/);
    await waitFor(() => expect(young.value).toBe("None"));
    type(young, "");
    expect(young.value).toBe("");
  });
});

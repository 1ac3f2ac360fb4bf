import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDialog, press, refusal, renderAlone, sentBy, serve, standInBrowser } from "../../../../test/web-app.tsx";
import type { Webhook, WebhookDelivery } from "../../../contract/webhooks.ts";
import { Webhooks } from "./webhooks.tsx";

const path = "/api/quests/7/webhooks";
const webhook: Webhook = {
  id: 4,
  address: "https://lab.example/hook",
  events: ["point.accepted"],
  created_at: "2026-11-01T10:00:00.000Z",
  off: null,
  failing_since: null,
  last_delivered_at: null,
};
const delivery: WebhookDelivery = {
  id: 9,
  message_id: "msg_1",
  event: "point.accepted",
  occurred_at: "2026-11-02T10:00:00.000Z",
  state: "failed",
  attempts: 10,
  last_attempt_at: "2026-11-04T10:00:00.000Z",
  last_status: null,
  last_failure: "timed_out",
  next_attempt_at: null,
};

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const show = () => renderAlone(<Webhooks questId={7} />);

describe("a quest's webhooks", () => {
  it.each<[Partial<Webhook>, RegExp]>([
    [{}, /OnNo messages delivered yet/],
    [{ last_delivered_at: "2026-01-02T10:00:00.000Z" }, /OnLast message delivered Jan 2, 2026/],
    [{ failing_since: "2026-01-02T10:00:00.000Z" }, /FailingNo messages delivered since Jan 2, 2026/],
    [{ off: { at: "2026-01-02T10:00:00.000Z", reason: "team" } }, /OffTurned off Jan 2, 2026/],
    [{ off: { at: "2026-01-02T10:00:00.000Z", reason: "gone" } }, /OffThe server answered Jan 2, 2026.* is gone/],
  ])("say how they are: %j", async (changes, expected) => {
    serve({ [`GET ${path}`]: [{ ...webhook, ...changes }] });
    show();
    const row = (await screen.findByText("https://lab.example/hook")).closest("tr");
    expect(row?.textContent).toMatch(expected);
    expect(row?.textContent).toContain("Data point accepted");
  });

  it("[CALL-50] are added with an address and events, and show their secret once", async () => {
    const served = serve({ [`GET ${path}`]: [], [`POST ${path}`]: { ...webhook, secret: "whsec_c2VjcmV0" } });
    show();
    await press("Add webhook");
    const box = await openDialog();
    await userEvent.click(box.getByRole("button", { name: "Add" }));
    expect(box.getByText("Enter an address.")).toBeTruthy();
    await userEvent.type(box.getByLabelText("Address"), " https://lab.example/hook ");
    for (const name of ["Data point accepted", "Data point no longer accepted", "Release published"]) {
      await userEvent.click(box.getByRole("checkbox", { name }));
    }
    await userEvent.click(box.getByRole("button", { name: "Add" }));
    expect(box.getByText("Choose at least one event.")).toBeTruthy();
    expect(sentBy("POST", served)).toEqual([]);
    await userEvent.click(box.getByRole("checkbox", { name: "Release published" }));
    await userEvent.click(box.getByRole("button", { name: "Add" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Secret")).value).toBe("whsec_c2VjcmV0");
    expect(sentBy("POST", served)).toEqual([{ address: "https://lab.example/hook", events: ["release.published"] }]);
    await press("Done");
    expect(screen.queryByLabelText("Secret")).toBeNull();
  });

  it("keep what was typed if the server refuses it, and say why", async () => {
    serve({
      [`GET ${path}`]: [],
      [`POST ${path}`]: refusal(422, "validation_failed", "Enter a public address that begins with https."),
    });
    show();
    await press("Add webhook");
    const box = await openDialog();
    await userEvent.type(box.getByLabelText("Address"), "http://lab.example");
    await userEvent.click(box.getByRole("button", { name: "Add" }));
    await box.findByText(/couldn't be added: Enter a public address that begins with https\./);
    expect(box.getByLabelText<HTMLInputElement>("Address").value).toBe("http://lab.example");
  });

  it("are turned on again, and removed after a question", async () => {
    const list = vi.fn((): Webhook[] => [{ ...webhook, off: { at: "2026-01-02T10:00:00.000Z", reason: "gone" } }]);
    const remove = vi.fn(() => undefined);
    const served = serve({
      [`GET ${path}`]: list,
      [`PUT ${path}/4`]: webhook,
      [`DELETE ${path}/4`]: remove,
    });
    show();
    await press("Change https://lab.example/hook");
    await userEvent.click((await openDialog()).getByRole("checkbox", { name: /^Send messages/ }));
    list.mockReturnValue([webhook]);
    await userEvent.click((await openDialog()).getByRole("button", { name: "Save" }));
    await screen.findByText("On");
    expect(sentBy("PUT", served)).toEqual([{ address: webhook.address, events: webhook.events, on: true }]);
    await press("Remove https://lab.example/hook");
    expect(remove).not.toHaveBeenCalled();
    list.mockReturnValue([]);
    await userEvent.click((await openDialog()).getByRole("button", { name: "Remove" }));
    await screen.findByText("This quest has no webhooks yet.");
    expect(remove).toHaveBeenCalledOnce();
  });

  it("[CALL-51] show their deliveries, and send one again", async () => {
    const list = vi.fn((): WebhookDelivery[] => [delivery]);
    const again = vi.fn(() => ({ ...delivery, state: "waiting" }));
    serve({
      [`GET ${path}`]: [webhook],
      [`GET ${path}/4/deliveries`]: list,
      [`POST ${path}/4/deliveries/9/attempts`]: again,
    });
    show();
    await press("Deliveries to https://lab.example/hook");
    const row = (await (await openDialog()).findByText("No answer within 10 seconds")).closest("tr");
    expect(row?.textContent).toMatch(/^Data point acceptedNov 2, 2026.*Failed10No answer within 10 secondsNone/);
    list.mockReturnValue([{ ...delivery, state: "delivered", attempts: 11, last_status: 204, last_failure: null }]);
    await press(/^Send again: Data point accepted, Nov 2, 2026/);
    await (await openDialog()).findByText("Status 204");
    expect(again).toHaveBeenCalledOnce();
  });
});

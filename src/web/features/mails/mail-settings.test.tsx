import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal, renderAlone, sentBy, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import { MailSettings } from "./mail-settings.tsx";

const path = "/api/adventurers/alice/mail";
const settings = { digest: true, address: "alice@example.org", failed_at: null };
const embedded = { isEmbedded: true, host: "cairn.example.org" };

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const show = (provider = embedded) => renderAlone(<MailSettings username="alice" provider={provider} />);

describe("mails about one's data points", () => {
  it("name their address, and are switched off and on", async () => {
    const put = (_url: URL, init: RequestInit | undefined) => ({ ...settings, ...JSON.parse(String(init?.body)) });
    const served = serve({ [`GET ${path}`]: settings, [`PUT ${path}`]: put });
    show();
    const box = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: "Email me about my data points and my quests",
    });
    expect(box.checked).toBe(true);
    expect(screen.getByText("alice@example.org")).toBeTruthy();
    await userEvent.click(box);
    await vi.waitFor(() => expect([box.checked, box.disabled]).toEqual([false, false]));
    await userEvent.click(box);
    await vi.waitFor(() => expect(box.checked).toBe(true));
    expect(sentBy("PUT", served)).toEqual([{ digest: false }, { digest: true }]);
  });

  it("stay as they were where that could not be saved, and say why", async () => {
    serve({ [`GET ${path}`]: settings, [`PUT ${path}`]: refusal(503, "unavailable", "The database does not answer.") });
    show();
    const box = await screen.findByRole<HTMLInputElement>("checkbox");
    await userEvent.click(box);
    expect(await screen.findByText("This couldn't be changed: The database does not answer.")).toBeTruthy();
    expect(box.checked).toBe(true);
  });

  it("that came back say since when, and are sent again by a press", async () => {
    const served = serve({
      [`GET ${path}`]: { ...settings, failed_at: "2026-05-01T10:00:00Z" },
      [`PUT ${path}`]: settings,
    });
    show();
    expect(await screen.findByText(/^Emails to this address have bounced since .*2026/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Resume emails" }));
    await vi.waitFor(() => expect(screen.queryByText(/bounced/)).toBeNull());
    expect(sentBy("PUT", served)).toEqual([{ digest: true }]);
  });

  it("cannot be sent without an address, which says who would know one", async () => {
    serve({ [`GET ${path}`]: { ...settings, address: null } });
    show({ isEmbedded: false, host: "id.example.org" });
    expect(
      await screen.findByText(saying(/id\.example\.org, where you sign in, doesn't share a confirmed/)),
    ).toBeTruthy();
  });

  it("that nobody can tell of are asked for again", async () => {
    const answers = [refusal(500, "internal_error"), settings];
    serve({ [`GET ${path}`]: () => answers.shift() });
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("alice@example.org")).toBeTruthy();
  });
});

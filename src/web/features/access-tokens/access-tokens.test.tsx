import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openDialog, press, refusal, renderAlone, serve, standInBrowser } from "../../../../test/web-app.tsx";
import type { PersonalToken } from "../../../contract/personal-tokens.ts";
import { AccessTokens } from "./access-tokens.tsx";

const path = "/api/account/tokens";
const dayMs = 86_400_000;
const token: PersonalToken = {
  id: 4,
  name: "Nightly export",
  scope: "read",
  created_at: "2026-11-01T10:00:00.000Z",
  expires_at: new Date(Date.now() + dayMs).toISOString(),
  last_used_at: null,
};
const secret = "cairn_4fQzYqB0m4p9cP0S0c4u8K1mQ3yX7vWb2nT5rL6eJ9A";

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const show = () => renderAlone(<AccessTokens />);

describe("access tokens in the profile", () => {
  it("are listed with what they can do, their end and their last use", async () => {
    const used = { last_used_at: "2026-01-02T10:00:00.000Z", expires_at: "2026-01-03T10:00:00.000Z" };
    serve({ [`GET ${path}`]: [token, { ...token, ...used, id: 3, name: "Old robot", scope: "write" }] });
    show();
    const [fresh, old] = await screen.findAllByRole("listitem");
    expect(fresh?.textContent).toMatch(/^Nightly exportCan readExpires .*Not used yetRevoke$/);
    expect(old?.textContent).toMatch(
      /^Old robotCan read and make changesExpired Jan 3, 2026.*Last used Jan 2, 2026.*Revoke$/,
    );
  });

  it("are created with a name, a scope and an end, and shown once with a button that copies", async () => {
    const post = vi.fn((_url: URL, init: RequestInit | undefined) => ({
      ...token,
      ...JSON.parse(String(init?.body)),
      token: secret,
    }));
    const list = vi.fn((): PersonalToken[] => []);
    serve({ [`GET ${path}`]: list, [`POST ${path}`]: post });
    show();
    await press("Create access token");
    const box = await openDialog();
    expect(box.getByRole<HTMLButtonElement>("button", { name: "Create" }).disabled).toBe(true);
    await userEvent.type(box.getByLabelText("Name"), " My robot ");
    await userEvent.click(box.getByRole("radio", { name: /^Read and make changes/ }));
    await userEvent.selectOptions(box.getByLabelText("Expires"), box.getByRole("option", { name: /^30 days, on / }));
    list.mockReturnValue([token]);
    await userEvent.click(box.getByRole("button", { name: "Create" }));
    const field = await screen.findByLabelText<HTMLInputElement>("Access token");
    expect(field.value).toBe(secret);
    const { expires_at, ...sent } = JSON.parse(String(post.mock.calls[0]?.[1]?.body));
    expect(sent).toEqual({ name: "My robot", scope: "write" });
    expect(Math.round((Date.parse(expires_at) - Date.now()) / dayMs)).toBe(30);
    await press("Copy");
    expect((await openDialog()).getByText("Copying failed. Select the token and copy it.")).toBeTruthy();
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Copy" }));
    expect(await navigator.clipboard.readText()).toBe(secret);
    await press("Done");
    expect(screen.queryByDisplayValue(secret)).toBeNull();
    expect(await screen.findByText("Nightly export")).toBeTruthy();
  });

  it("say why one couldn't be created, and keep what was typed", async () => {
    const refused = refusal(409, "personal_tokens_exhausted", "You have 20 access tokens.");
    serve({ [`GET ${path}`]: [], [`POST ${path}`]: refused });
    show();
    await press("Create access token");
    await userEvent.type((await openDialog()).getByLabelText("Name"), "My robot");
    await press("Create");
    expect(await screen.findByText("The access token couldn't be created: You have 20 access tokens.")).toBeTruthy();
    expect(screen.getByDisplayValue("My robot")).toBeTruthy();
  });

  it("are revoked after a question", async () => {
    const remove = vi.fn(() => new Response(null, { status: 204 }));
    const list = vi.fn(() => [token]);
    serve({ [`GET ${path}`]: list, [`DELETE ${path}/4`]: remove });
    show();
    await press("Revoke Nightly export");
    const box = await openDialog();
    expect(box.getByRole("heading", { name: "Revoke “Nightly export”?" })).toBeTruthy();
    expect(remove).not.toHaveBeenCalled();
    list.mockReturnValue([]);
    await userEvent.click(box.getByRole("button", { name: "Revoke" }));
    await vi.waitFor(() => expect(screen.queryByText("Nightly export")).toBeNull());
    expect(remove).toHaveBeenCalledOnce();
  });

  it("can be loaded again after a failure", async () => {
    const list = vi.fn<() => unknown>(() => refusal(503, "unavailable"));
    serve({ [`GET ${path}`]: list });
    show();
    expect(await screen.findByText("Your access tokens couldn't be loaded.")).toBeTruthy();
    list.mockReturnValue([token]);
    await press("Try again");
    expect(await screen.findByText("Nightly export")).toBeTruthy();
  });
});

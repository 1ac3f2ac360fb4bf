import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { refusal, renderAlone, sentBy, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { CreditSettings } from "./credit-settings.tsx";

const path = "/api/account/credit";
const put = (_url: URL, init: RequestInit | undefined) => JSON.parse(String(init?.body));

beforeEach(() => standInBrowser());
afterEach(() => vi.unstubAllGlobals());

const show = () => renderAlone(<CreditSettings username="alice" />);
const choice = (name: string) => screen.findByRole<HTMLInputElement>("radio", { name });
const save = async () => {
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Save" });
  await userEvent.click(button);
  await vi.waitFor(() => expect(button.disabled).toBe(false), { timeout: 10_000 });
};

describe("how a volunteer is named in public results", () => {
  it("is not at all at first, and can be their username or another name", async () => {
    const served = serve({ [`GET ${path}`]: { credit: "none", name: null }, [`PUT ${path}`]: put });
    show();
    expect((await choice("As “a volunteer”")).checked).toBe(true);
    await userEvent.click(await choice("As alice"));
    await save();
    await userEvent.click(await choice("By another name"));
    await userEvent.type(screen.getByLabelText(/^Name in results/), "Alice A. ");
    await save();
    expect(sentBy("PUT", served)).toEqual([{ credit: "username" }, { credit: "name", name: "Alice A." }]);
  });

  it("asks for the other name where it is missing, and sends nothing", async () => {
    const served = serve({ [`GET ${path}`]: { credit: "name", name: "A" }, [`PUT ${path}`]: put });
    show();
    await userEvent.clear(await screen.findByLabelText(/^Name in results/));
    await save();
    await screen.findByText("Enter a name.");
    expect(sentBy("PUT", served)).toEqual([]);
    expect(screen.queryByText(/couldn't be changed/)).toBeNull();
  });

  it("says why it couldn't be saved, and keeps what was written", async () => {
    serve({
      [`GET ${path}`]: { credit: "name", name: "Alice" },
      [`PUT ${path}`]: refusal(503, "unavailable", "The database does not answer."),
    });
    show();
    await userEvent.type(await screen.findByLabelText(/^Name in results/), " A.");
    await save();
    await screen.findByText("This couldn't be changed: The database does not answer.");
    expect(screen.getByLabelText<HTMLInputElement>(/^Name in results/).value).toBe("Alice A.");
  });
});

import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { refusal, serve, standInBrowser } from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import { OwnData } from "./own-data.tsx";

afterEach(() => vi.unstubAllGlobals());

it("is deleted here where another provider keeps the account, by whoever types their name", async () => {
  standInBrowser();
  const erase = vi.fn<(url: URL, init: RequestInit | undefined) => Response>();
  erase.mockReturnValueOnce(refusal(503, "unavailable", "The database does not answer."));
  erase.mockReturnValueOnce(new Response(null, { status: 204 }));
  serve({ "DELETE /api/adventurers/alice": erase });
  const onErased = vi.fn();
  render(<OwnData username="alice" provider={{ isEmbedded: false, host: "id.example.org" }} onErased={onErased} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete my data" }));
  expect(screen.queryByRole("link", { name: "Delete my account" })).toBeNull();
  const dialog = within(await screen.findByRole("dialog", { name: "Delete my data" }));
  expect(
    dialog.getByText(
      saying("You sign in with an account at id.example.org. It isn't deleted here: you can delete it there."),
    ),
  ).toBeTruthy();
  const button = dialog.getByRole<HTMLButtonElement>("button", { name: "Delete my data" });
  expect(button.disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText("Your username"), "alice");
  await userEvent.click(dialog.getByRole("checkbox"));
  await userEvent.click(button);
  expect(await dialog.findByText("Your data couldn't be deleted: The database does not answer.")).toBeTruthy();
  await userEvent.click(button);
  expect(JSON.parse(String(erase.mock.calls[1]?.[1]?.body))).toEqual({ username: "alice", deletes_unaccepted: false });
  const done = within(await screen.findByRole("dialog", { name: "Your data is deleted" }));
  expect(onErased).not.toHaveBeenCalled();
  await userEvent.click(done.getByRole("button", { name: "Sign out" }));
  expect(onErased).toHaveBeenCalledOnce();
});

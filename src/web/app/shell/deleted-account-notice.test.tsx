import { saveMessage } from "../../outbox/saved-records.ts";
import "../../../../test/web-database.ts";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { standInBrowser } from "../../../../test/web-app.tsx";
import { saying } from "../../../../test/web-saying.ts";
import { findDeletedAccount, noteDeletedAccount } from "../../foundation/phone/deleted-account.ts";
import { listRecords } from "../../outbox/outbox.ts";
import { DeletedAccountNotice } from "./deleted-account-notice.tsx";

beforeEach(() => standInBrowser());

const open = () => render(<DeletedAccountNotice />);

const message = (account: string) =>
  saveMessage(account, { id: 7, name: "Bark" }, crypto.randomUUID(), "It is the big one.");

it("an account that was deleted is said to be so; what waited stays until somebody says that it goes, and others' stays", async () => {
  await message("alice");
  await message("bob");
  noteDeletedAccount("alice");
  const { unmount } = open();
  await screen.findByRole("heading", { name: "This account was deleted" });
  expect(screen.getByText("1 message to reviewers isn't sent.")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect([findDeletedAccount(), (await listRecords("alice")).length]).toEqual(["alice", 1]);
  unmount();
  open();
  fireEvent.click(await screen.findByRole("button", { name: "Delete from this phone" }));
  expect((await listRecords("alice")).length).toBe(1);
  fireEvent.click(screen.getByRole("button", { name: "Yes, delete" }));
  await waitFor(() => expect(findDeletedAccount()).toBeUndefined());
  expect([(await listRecords("alice")).length, (await listRecords("bob")).length]).toEqual([0, 1]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("where nothing waits, one answer ends it", async () => {
  noteDeletedAccount("carol");
  open();
  expect(await screen.findByText(saying(/^The account carol no longer exists\. Nothing was waiting/))).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "OK" }));
  await waitFor(() => expect(findDeletedAccount()).toBeUndefined());
});

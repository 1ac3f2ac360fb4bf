import { expect, type Page } from "@playwright/test";
import { press, type Screen } from "./screens.ts";

const follow = (name: string) => (page: Page) => page.getByRole("link", { name }).first().click();
const seeHeading = (page: Page) => expect(page.getByRole("heading", { level: 1 })).toBeVisible();

async function openSignIn(page: Page): Promise<void> {
  await press("Account")(page);
  await press("Log In")(page);
  await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
}

/**
 * The identity provider's pages that an address or a few clicks lead to. The sign-in flow's pages are in its journeys.
 */
export const hostedScreens: Screen[] = [
  {
    name: "hosted-sign-in-empty",
    look: "brief",
    path: "/",
    act: async (page) => {
      await openSignIn(page);
      await press("Sign in")(page);
      await expect(page.getByText("Password cannot be empty").first()).toBeVisible();
    },
  },
  {
    name: "hosted-forgotten-password",
    path: "/",
    act: async (page) => {
      await openSignIn(page);
      await follow("Forgot password?")(page);
      await seeHeading(page);
    },
  },
  {
    name: "hosted-reset-password",
    path: "/",
    act: async (page) => {
      await openSignIn(page);
      await follow("Forgot password?")(page);
      await page.getByRole("textbox").first().fill("bob");
      await page.locator("main form button, form button").first().click();
      await expect(page).toHaveURL(/reset-password/);
    },
  },
  {
    name: "hosted-sign-up-empty",
    look: "brief",
    path: "/",
    act: async (page) => {
      await openSignIn(page);
      await follow("Create an account")(page);
      await press("Create account")(page);
      await seeHeading(page);
    },
  },
  { name: "hosted-link-unknown", path: "/signin/confirm-link?token=unknown", act: seeHeading },
  { name: "hosted-flow-unknown", look: "brief", path: "/signin/unknown", act: seeHeading },
  {
    name: "hosted-first-administrator-unknown",
    look: "brief",
    path: "/signin/first-administrator?token=unknown",
    act: seeHeading,
  },
  { name: "hosted-account", as: "alice", path: "/account", act: seeHeading },
  { name: "hosted-authenticator", as: "alice", path: "/account/app", act: seeHeading },
  { name: "hosted-phone", as: "alice", path: "/account/phone", act: seeHeading },
  { name: "hosted-password", as: "alice", path: "/account/password", act: seeHeading },
  { name: "hosted-devices", as: "alice", path: "/account/devices", act: seeHeading },
  { name: "hosted-delete", as: "alice", path: "/account/delete", act: seeHeading },
  { name: "hosted-people-refused", look: "brief", as: "alice", path: "/account/people", act: seeHeading },
  { name: "hosted-people", as: "admin", path: "/account/people", act: seeHeading },
  { name: "hosted-person", as: "admin", path: "/account/people/alice", act: seeHeading },
  { name: "hosted-person-delete", as: "admin", path: "/account/people/alice/delete", act: seeHeading },
  { name: "hosted-person-new", as: "admin", path: "/account/people/new", act: seeHeading },
  { name: "hosted-sign-out", as: "bob", path: "/logout", act: seeHeading },
];

import { createServer, type Server } from "node:http";
import getPort from "get-port";
import { IndependentClient } from "../test/independent-client.ts";
import { demoPassword } from "./cairn-server.ts";
import { expect, expectAccessible, test } from "./harness.ts";

let notebook: { address: string; server: Server };

test.beforeAll(async () => {
  const port = await getPort({ host: "127.0.0.1" });
  const server = createServer((_request, response) => response.end("<title>Notebook</title><p>You are signed in."));
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  notebook = { address: `http://127.0.0.1:${port}/callback`, server };
});
test.afterAll(() => notebook.server.close());

test.describe("an administrator", () => {
  test.use({ as: "admin" });

  test("registers a notebook, to which a volunteer then signs in", async ({ page, browser, baseURL }, { project }) => {
    await page.goto("/account/clients/new");
    await expectAccessible(page);
    const name = `Notebook (${project.name})`;
    await page.getByLabel("Name, as people see it").fill(name);
    await page.getByLabel("Addresses to come back to after sign-in").fill("http://example.org/");
    await page.getByRole("button", { name: "Register an application" }).click();
    await expect(page.getByText("http://example.org/ cannot be used")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Addresses to come back to after sign-in").fill("http://127.0.0.1/callback");
    await page.getByLabel("The person's name and username").check();
    await page.getByRole("button", { name: "Register an application" }).click();
    await expect(page.getByText("The application is registered.")).toBeVisible();
    await expectAccessible(page);
    if (process.env.SCREENS === "1") {
      await page.screenshot({ path: `screens/hosted-client-${project.name}.png`, fullPage: true });
    }
    const id = await page.locator("dd code").innerText();

    const client = new IndependentClient(String(baseURL), id, notebook.address);
    const flow = await client.start("openid profile");
    const { viewport } = project.use;
    const storageState = { cookies: [], origins: [] };
    const context = await browser.newContext({ baseURL: String(baseURL), storageState, ...(viewport && { viewport }) });
    const volunteer = await context.newPage();
    await volunteer.goto(flow.url);
    await volunteer.getByLabel("Username or e-mail").fill("alice");
    await volunteer.getByLabel("Password", { exact: true }).fill(demoPassword);
    await volunteer.getByRole("button", { name: "Sign in" }).click();
    await expect(volunteer.getByRole("heading", { name: `Sign in to ${name}` })).toBeVisible();
    await expectAccessible(volunteer);
    // The browser follows the form to another origin: the policy of the page names it.
    await volunteer.getByRole("button", { name: "Go on" }).click();
    await expect(volunteer.getByText("You are signed in.")).toBeVisible();
    const { userInfo } = await client.finish(flow, volunteer.url());
    expect(userInfo.preferred_username).toBe("alice");

    await volunteer.goto("/account/apps");
    await expect(volunteer.getByText(name)).toBeVisible();
    await expectAccessible(volunteer);
    if (process.env.SCREENS === "1") {
      await volunteer.screenshot({ path: `screens/hosted-apps-used-${project.name}.png`, fullPage: true });
      await volunteer.goto((await client.start("openid profile")).url);
      await volunteer.screenshot({ path: `screens/hosted-consent-${project.name}.png`, fullPage: true });
      await page.goto("/account/clients");
      await page.screenshot({ path: `screens/hosted-clients-list-${project.name}.png`, fullPage: true });
    }
    await context.close();
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDataFolder, removeDataFolder } from "../../../test/data-folder.ts";
import { type IdentityServer, startIdentityServer, testEncryptionKey } from "../../../test/identity-server.ts";
import { openAccountAdministration, runAccountCommand } from "../../identity/administration/account-commands.ts";
import { createDemoAccounts, findDemoAccounts } from "./demo-accounts.ts";

let server: IdentityServer;
let dataDir: string;

beforeAll(async () => {
  [server, dataDir] = await Promise.all([startIdentityServer(), makeDataFolder("cairn-demo-")]);
});
afterAll(async () => {
  await server.close();
  await removeDataFolder(dataDir);
});

it("demo accounts are found and disabled by one command, and others of these names are not", async () => {
  const { accounts } = server.identity;
  await accounts.create({ username: "bob", email: "bob@example.org", password: "bob's own password" });
  await createDemoAccounts(accounts, { dataDir, demoPassword: "the demo's password" });
  const names = async () => (await findDemoAccounts(accounts)).map(({ username }) => username);
  expect(await names()).toEqual(["admin", "tester", "alice"]);

  const lines: string[] = [];
  const administration = openAccountAdministration(server.pool, [testEncryptionKey]);
  await runAccountCommand(["disable-demo"], administration, {
    actor: "operator",
    print: (line) => lines.push(line),
    temporaryPasswordDays: 7,
    findDemoAccounts: () => findDemoAccounts(administration.accounts),
  });
  expect(await names()).toEqual([]);
  expect(lines).toEqual([
    "Disabled and signed out: admin, tester, alice.",
    "There is no administrator now. Restart Cairn to get a link for creating one.",
  ]);
  expect((await accounts.get("bob")).enabled).toBe(true);
});

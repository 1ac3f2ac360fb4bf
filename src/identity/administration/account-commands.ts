import { parseArgs } from "node:util";
import type pg from "pg";
import type { Account } from "../accounts/account-queries.ts";
import { AccountInputError } from "../accounts/account-rules.ts";
import { createAccounts } from "../accounts/accounts.ts";
import { temporaryPassword } from "../accounts/passwords.ts";
import type { FindOwnedOrganizations } from "../accounts/still-needed.ts";
import { identityDatabase } from "../database/identity-database.ts";
import { createSeal } from "../database/seal.ts";
import { rotateSigningKey } from "../provider/keys.ts";
import { resetFactors } from "../second-factors/reset-factors.ts";

export const accountUsage = `npm run account -- COMMAND

  list                                all accounts
  show NAME                           one account
  create NAME --email ADDRESS         with a password that is printed once and has to be replaced
         [--group GROUP]…
  grant NAME GROUP…                   admins, feature_testers; reviewers:7 reviews for organization 7
  revoke NAME GROUP…
  disable NAME                        signs out everywhere; no sign-in until enabled
  enable NAME
  reset-password NAME                 prints a password that has to be replaced at the next sign-in
  reset-factors NAME                  takes the second factors away
  sign-out NAME                       everywhere
  remove NAME                         for good; what its owner gave gets a random name
         [--delete-unaccepted]        without the measurements that nobody accepted
  log NAME                            who changed what
  rotate-keys                         signs tokens with a new key from now on
  disable-demo                        disables the accounts of the demo`;

/**
 * Runs one command of `npm run account`.
 * @throws AccountInputError with a message for people
 */
export async function runAccountCommand(
  argv: string[],
  administration: AccountAdministration,
  options: {
    actor: string;
    print: (line: string) => void;
    temporaryPasswordDays: number;
    /** Demo accounts that can sign in. */
    findDemoAccounts: () => Promise<readonly Account[]>;
  },
): Promise<void> {
  const { accounts } = administration;
  const { actor, print, temporaryPasswordDays } = options;
  const printPassword = (line: string) => {
    print(line);
    print(`It works for ${temporaryPasswordDays === 1 ? "one day" : `${temporaryPasswordDays} days`}.`);
  };
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      email: { type: "string" },
      group: { type: "string", multiple: true },
      password: { type: "string" },
      "delete-unaccepted": { type: "boolean" },
    },
  });
  const [command = "", name = "", ...groups] = positionals;

  const getAccount = async (): Promise<Account> => {
    if (name === "") throw new AccountInputError({}, "Name the account");
    const account = await accounts.find(name);
    if (!account) throw new AccountInputError({}, `There is no account ${name}`);
    return account;
  };
  const needGroups = () => {
    if (groups.length === 0) throw new AccountInputError({}, "Name the groups");
  };

  switch (command) {
    case "list":
      for (const account of await accounts.list()) print(summaryOf(account));
      return;
    case "show":
      return print(summaryOf(await getAccount()));
    case "create": {
      const password = values.password ?? temporaryPassword();
      const account = await accounts.create(
        {
          username: name,
          email: values.email ?? "",
          password,
          groups: values.group ?? [],
          emailVerified: true,
          mustChangePassword: values.password === undefined,
        },
        actor,
      );
      print(`Created ${summaryOf(account)}`);
      if (values.password === undefined) printPassword(`Password until the first sign-in: ${password}`);
      return;
    }
    case "grant":
    case "revoke": {
      const account = await getAccount();
      needGroups();
      const wanted =
        command === "grant"
          ? [...new Set([...account.groups, ...groups])]
          : account.groups.filter((group) => !groups.includes(group));
      return print(summaryOf(await accounts.setGroups(account.username, wanted, actor)));
    }
    case "disable":
      await accounts.disable((await getAccount()).username, actor);
      return print(`Disabled ${name} and signed it out.`);
    case "enable":
      await accounts.enable((await getAccount()).username, actor);
      return print(`Enabled ${name}.`);
    case "reset-password": {
      const { username } = await getAccount();
      const password = temporaryPassword();
      await accounts.setPassword(username, password, { mustChange: true, actor });
      return printPassword(`Password of ${username} until the next sign-in: ${password}`);
    }
    case "reset-factors": {
      const account = await getAccount();
      await administration.resetFactors(account, actor);
      return print(`${account.username} can sign in with only the password.`);
    }
    case "sign-out":
      await accounts.signOutEverywhere((await getAccount()).username, actor);
      return print(`${name} is signed out everywhere.`);
    case "remove": {
      const { username } = await getAccount();
      await accounts.remove(username, actor, { deletesUnaccepted: values["delete-unaccepted"] ?? false });
      return print(`${username} is removed. Running servers erase its data within ten minutes.`);
    }
    case "log":
      for (const entry of await accounts.readAudit({ username: name === "" ? undefined : name })) {
        print(
          `${entry.at.toISOString()}  ${entry.actor}  ${entry.action}  ${entry.username}  ${JSON.stringify(entry.detail)}`,
        );
      }
      return;
    case "rotate-keys":
      return print(
        `New signing key ${await administration.rotateSigningKey()}; running servers use it within seconds.`,
      );
    case "disable-demo": {
      const demo = await options.findDemoAccounts();
      for (const { username } of demo) await accounts.disable(username, actor, { evenIfNeeded: true });
      if (demo.length === 0) return print("No demo account can sign in.");
      print(`Disabled and signed out: ${demo.map(({ username }) => username).join(", ")}.`);
      if (!(await accounts.hasAdministrator())) {
        print("There is no administrator now. Restart Cairn to get a link for creating one.");
      }
      return;
    }
    default:
      print(accountUsage);
      if (command !== "" && command !== "help") throw new AccountInputError({}, `Unknown command ${command}`);
  }
}

function summaryOf(account: Account): string {
  const notes = [
    account.groups.length > 0 && `groups ${account.groups.join(", ")}`,
    !account.enabled && "disabled",
    account.mustChangePassword && "new password due",
  ].filter(Boolean);
  return [account.username, account.email, ...notes].join("  ");
}

type AccountAdministration = ReturnType<typeof openAccountAdministration>;

/** Account administration for tools that run beside the server. */
export function openAccountAdministration(
  pool: pg.Pool,
  encryptionKeys: readonly string[],
  findOwnedOrganizations?: FindOwnedOrganizations,
) {
  const db = identityDatabase(pool);
  const seal = createSeal(encryptionKeys);
  return {
    accounts: createAccounts(db, { findOwnedOrganizations }),
    resetFactors: (account: Account, actor: string) => resetFactors(db, account, actor),
    rotateSigningKey: () => rotateSigningKey(db, seal, new Date()),
  };
}

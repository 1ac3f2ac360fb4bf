import { parseArgs } from "node:util";
import { AccountInputError } from "../accounts/account-input-error.ts";
import { clientScopes } from "../clients/client-rules.ts";
import type { Client, Clients } from "../clients/clients.ts";

export const clientUsage = `npm run client -- COMMAND

  list                                all applications that people sign in to with their account here
  show ID                             one of them
  add NAME --redirect ADDRESS…        registers one, and prints its id
      [--confidential]                a website with a server; prints a secret once (default: public, with PKCE alone)
      [--sign-out ADDRESS]…           where to come back to after sign-out
      [--scope SCOPE]…                ${clientScopes.join(", ")}
  change ID [--name NAME] [--redirect ADDRESS]… [--sign-out ADDRESS]… [--scope SCOPE]…
                                      replaces what is given
  renew-secret ID                     prints a new secret; the one before stops working
  remove ID                           signs everybody out of it

  The address of a notebook is http://127.0.0.1/callback: any port is taken there.`;

/**
 * Runs one command of `npm run client`. Running servers follow at once.
 * @throws AccountInputError with a sentence for people.
 */
export async function runClientCommand(
  argv: string[],
  clients: Clients,
  options: { actor: string; print: (line: string) => void },
): Promise<void> {
  const { actor, print } = options;
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      name: { type: "string" },
      redirect: { type: "string", multiple: true },
      "sign-out": { type: "string", multiple: true },
      scope: { type: "string", multiple: true },
      confidential: { type: "boolean" },
    },
  });
  const [command = "", subject = ""] = positionals;

  switch (command) {
    case "list":
      for (const client of await clients.list()) print(summaryOf(client));
      return;
    case "show": {
      const client = await clients.get(subject);
      print(summaryOf(client));
      print(`comes back to  ${client.redirectAddresses.join(" ")}`);
      if (client.signOutAddresses.length > 0) print(`after sign-out  ${client.signOutAddresses.join(" ")}`);
      return print(`registered by ${client.createdBy}, ${client.createdAt.toISOString()}`);
    }
    case "add": {
      const { client, secret } = await clients.add(
        {
          name: subject,
          kind: values.confidential ? "confidential" : "public",
          redirectAddresses: values.redirect ?? [],
          signOutAddresses: values["sign-out"] ?? [],
          scopes: values.scope ?? [],
        },
        actor,
      );
      print(`Registered ${summaryOf(client)}`);
      if (secret) print(`Secret, shown only now: ${secret}`);
      return;
    }
    case "change": {
      const before = await clients.get(subject);
      const changed = await clients.change(
        before.id,
        {
          name: values.name ?? before.name,
          redirectAddresses: values.redirect ?? before.redirectAddresses,
          signOutAddresses: values["sign-out"] ?? before.signOutAddresses,
          scopes: values.scope ?? before.scopes,
        },
        actor,
      );
      return print(summaryOf(changed));
    }
    case "renew-secret":
      return print(`New secret, shown only now: ${await clients.renewSecret(subject, actor)}`);
    case "remove":
      await clients.remove(subject, actor);
      return print(`${subject} is removed; everybody is signed out of it.`);
    default:
      print(clientUsage);
      if (command !== "" && command !== "help") throw new AccountInputError({}, `Unknown command ${command}`);
  }
}

function summaryOf({ id, name, kind, scopes }: Client): string {
  return [id, name, kind, ["openid", ...scopes].join(" ")].join("  ");
}

import { openClientAdministration } from "../src/identity/administration/administration.ts";
import { runClientCommand } from "../src/identity/administration/client-commands.ts";
import { administer, operator } from "./administer.ts";

await administer(({ pool }) => runClientCommand(process.argv.slice(2), openClientAdministration(pool), operator));

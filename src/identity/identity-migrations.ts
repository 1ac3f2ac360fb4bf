import { fileURLToPath } from "node:url";

/** The migrations of the schema `identity`, to be applied before `createIdentity`. */
export const identityMigrations = {
  // Found in the sources as well as beside the folder of the built server, where `scripts/build.ts` puts it.
  directory: fileURLToPath(new URL("../identity/migrations/", import.meta.url)),
  ledger: "identity.schema_migrations",
};

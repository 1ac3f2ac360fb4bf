import { fileURLToPath } from "node:url";

/** The migrations of the schema `identity`, to be applied before `createIdentity`. */
export const identityMigrations = {
  // The same path leads there in the sources and in the build.
  directory: fileURLToPath(new URL("../identity/migrations/", import.meta.url)),
  ledger: "identity.schema_migrations",
};

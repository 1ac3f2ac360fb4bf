import { fileURLToPath } from "node:url";

/** Migrations of the schema `identity`. Apply them before `createIdentity`. */
export const identityMigrations = {
  // The path works from the sources and from the build.
  directory: fileURLToPath(new URL("../identity/migrations/", import.meta.url)),
  ledger: "identity.schema_migrations",
};

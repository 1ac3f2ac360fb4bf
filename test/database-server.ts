import type {} from "vitest";
/** The PostgreSQL that a run of the tests uses, as the global setup hands it to them. */
export type TestServer = {
  /** For a role that may make databases. */
  adminConnectionString: string;
  /** The role that owns the databases and that tests connect as, where it is another one. */
  owner: string | undefined;
  /** A migrated, empty database, copied for each test file. */
  template: string;
};

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

/** The address of another database of the same server, for `user` where one is given. */
export function connectionStringFor(adminConnectionString: string, database: string, user?: string): string {
  const match = /^(postgres(?:ql)?:\/\/)([^/?]*)(\/[^?]*)?(\?.*)?$/.exec(adminConnectionString);
  if (!match) throw new Error("The address of the PostgreSQL for tests must begin with postgresql://");
  const [, scheme, authority = "", , query = ""] = match;
  const host = user ? `${user}@${authority.slice(authority.lastIndexOf("@") + 1)}` : authority;
  return `${scheme}${host}/${database}${query}`;
}

import type {} from "vitest";
/** The PostgreSQL server of a test run, provided by the global setup. */
export type TestServer = {
  /** Connects as a role that may create databases. */
  adminConnectionString: string;
  /** The role that owns the databases and that tests connect as, if it is another one. */
  owner: string | undefined;
  /** A migrated, empty database, copied for each test file. */
  template: string;
};

declare module "vitest" {
  interface ProvidedContext {
    testServer: TestServer;
    /** Folder of the server, built for this run. */
    builtServer: string;
  }
}

/** The connection string of another database on the same server, optionally for another `user`. */
export function connectionStringFor(adminConnectionString: string, database: string, user?: string): string {
  const match = /^(postgres(?:ql)?:\/\/)([^/?]*)(\/[^?]*)?(\?.*)?$/.exec(adminConnectionString);
  if (!match) throw new Error("The address of the PostgreSQL for tests must begin with postgresql://");
  const [, scheme, authority = "", , query = ""] = match;
  const host = user ? `${user}@${authority.slice(authority.lastIndexOf("@") + 1)}` : authority;
  return `${scheme}${host}/${database}${query}`;
}

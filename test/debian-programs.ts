import { existsSync } from "node:fs";

/** Servers that tests run for real, by what must be there of each; Debian 12 has the packages. */
const programs = {
  nginx: { path: "/usr/sbin/nginx", packages: "nginx-light" },
  pgbouncer: { path: "/usr/sbin/pgbouncer", packages: "pgbouncer" },
  postgresql15: { path: "/usr/lib/postgresql/15/bin/postgres", packages: "postgresql-15" },
  swift: { path: "/usr/bin/swift-proxy-server", packages: "swift-proxy swift-account swift-container swift-object" },
} as const;

/**
 * Why tests with this program cannot run; undefined where it is there. With `REQUIRE_DEBIAN_PROGRAMS=1` it is always
 * undefined: they fail instead of being left out.
 */
export function whyNo(name: keyof typeof programs): string | undefined {
  const { path, packages } = programs[name];
  if (process.env.REQUIRE_DEBIAN_PROGRAMS === "1" || existsSync(path)) return undefined;
  return `${path} missing: apt-get install ${packages} (Debian 12) provides it`;
}

/** Where it is. */
export const pathOf = (name: keyof typeof programs): string => programs[name].path;

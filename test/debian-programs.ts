import { existsSync } from "node:fs";

/** Programs that tests run for real, with their files; Debian 12 has the packages. */
const programs = {
  gdal: { path: "/usr/bin/ogr2ogr", packages: "gdal-bin" },
  nginx: { path: "/usr/sbin/nginx", packages: "nginx-light" },
  pgbouncer: { path: "/usr/sbin/pgbouncer", packages: "pgbouncer" },
  postgresql15: { path: "/usr/lib/postgresql/15/bin/postgres", packages: "postgresql-15" },
  swift: { path: "/usr/bin/swift-proxy-server", packages: "swift-proxy swift-account swift-container swift-object" },
  xmllint: { path: "/usr/bin/xmllint", packages: "libxml2-utils" },
} as const;

/**
 * Why tests with this program can't run; undefined if it is installed. With `REQUIRE_DEBIAN_PROGRAMS=1` always
 * undefined, so that they fail instead of being skipped.
 */
export function whyNo(name: keyof typeof programs): string | undefined {
  const { path, packages } = programs[name];
  if (process.env.REQUIRE_DEBIAN_PROGRAMS === "1" || existsSync(path)) return undefined;
  return `${path} missing: apt-get install ${packages} (Debian 12) provides it`;
}

export const pathOf = (name: keyof typeof programs): string => programs[name].path;

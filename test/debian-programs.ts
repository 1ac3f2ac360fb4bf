import { spawnSync } from "node:child_process";
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

/** Browsers that journeys run in, beside Chromium. */
const browsers = {
  WebKitGTK: {
    paths: ["/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"],
    python: "import gi; gi.require_version('WebKit2', '4.1'); gi.require_version('Gtk', '3.0')",
    packages: "webkit2gtk-driver gir1.2-webkit2-4.1 gir1.2-gtk-3.0 python3-gi xvfb",
  },
  Firefox: { paths: ["/usr/bin/firefox-esr"], packages: "firefox-esr" },
} as const;

type BrowserName = keyof typeof browsers;

const runsInPython = (code: string) => spawnSync("/usr/bin/python3", ["-c", code]).status === 0;

/** As `whyNo`, with `REQUIRE_ENGINES=1`. */
export function whyNoBrowser(name: BrowserName): string | undefined {
  const { paths, packages, ...more } = browsers[name];
  const isThere = paths.every((path) => existsSync(path)) && (!("python" in more) || runsInPython(more.python));
  if (process.env.REQUIRE_ENGINES === "1" || isThere) return undefined;
  return `missing: apt-get install ${packages} (Debian 12) provides it`;
}

/** What can't run here, with what is missing for it. */
export function missingBrowsers(whyNot = whyNoBrowser): { all: boolean; told: string[] } {
  const told = (Object.keys(browsers) as BrowserName[]).flatMap((name) => {
    const why = whyNot(name);
    return why ? [`the journeys in ${name}: ${why}`] : [];
  });
  return { all: told.length === Object.keys(browsers).length, told };
}

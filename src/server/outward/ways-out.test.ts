import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../..", import.meta.url));

/** The files that open connections to others, each within one limit of time and of bytes for a whole exchange. */
const waysOut: Record<string, string[]> = {
  "server/outward/ask.ts": ["fetch", "node:http", "node:https"],
  // To addresses that people name, so only public ones.
  "server/outward/outward-posts.ts": ["node:dns", "node:http", "node:https", "node:net"],
  "identity/messages/smtp-mailer.ts": ["nodemailer"],
  "server/photos/store/s3-photo-store.ts": ["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner"],
};

/** They use these modules for something else. */
const harmless: Record<string, string[]> = {
  // Whether a text is an address of the internet.
  "server/settings/value-schemas.ts": ["node:net"],
  // They answer, and ask nobody.
  "server/calls/unread-requests.ts": ["node:http", "node:net"],
  "server/metrics/metrics.ts": ["node:http"],
  // In the browser.
  "identity/pages/page-scripts.ts": ["fetch"],
};

const clients =
  /^(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?$|^(?:undici|nodemailer|axios|got|ky|ws|node-fetch|oauth4webapi|openid-client|web-push)$|^@aws-sdk\/|^@smithy\//;

/** Modules that are more than types, and the globals that connect. */
function waysIn(file: string): string[] {
  const code = readFileSync(join(source, file), "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const imported = [
    ...code.matchAll(/\bfrom\s+"([^"]+)"|\bimport\(\s*"([^"]+)"|\brequire\(\s*"([^"]+)"|^import\s+"([^"]+)"/gm),
  ]
    .filter(({ index }) => !/import\s+type\s[^;]*$/.test(code.slice(0, index)))
    .flatMap(([, ...names]) => names.filter((name) => name !== undefined && clients.test(name)));
  const globals = [
    ...code.matchAll(
      /(?:\bawait|\breturn|=>|[=(,?:&|])\s*(fetch|new (?:XMLHttpRequest|WebSocket|EventSource))\b|globalThis\.(fetch)/g,
    ),
  ];
  const remoteKeys = code.includes("createRemoteJWKSet") ? ["jose"] : [];
  return [
    ...new Set([...imported, ...globals.flatMap(([, name, other]) => name ?? other ?? []), ...remoteKeys]),
  ].sort() as string[];
}

it("the server calls others by few ways, which all have limits", () => {
  const files = ["server", "identity", "texts", "contract", "protocol"].flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.ts$/.test(name) && !/\.test\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const found = Object.fromEntries(
    files.map((file) => [file, waysIn(file)] as const).filter(([, ways]) => ways.length > 0),
  );
  expect(found).toEqual({ ...waysOut, ...harmless });
});

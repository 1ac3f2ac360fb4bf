import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import * as z from "zod/mini";

/** Schemas of settings: each parses the text of an environment variable. */

export const wholeNumber = (least = 1, largest = 999_999_999) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, "Expected a whole number")),
    z.pipe(z.transform(Number), z.int().check(z.minimum(least), z.maximum(largest))),
  );
export const port = wholeNumber(0, 65_535);
export const percent = z.pipe(
  z.string().check(z.regex(/^\d{1,3}(\.\d{1,3})?$/, "Expected a number from 0 to 100")),
  z.pipe(z.transform(Number), z.number().check(z.maximum(100))),
);
export const databaseUrl = z.string().check(z.regex(/^postgres(ql)?:\/\//, "Expected postgres://…"));
/** More than any machine can use. */
const processesMax = 64;
export const processCount = z.union(
  [
    z.pipe(
      z.literal("auto"),
      z.transform(() => Math.min(availableParallelism(), processesMax)),
    ),
    wholeNumber(1, processesMax),
  ],
  `Expected auto or a number from 1 to ${processesMax}`,
);
export const httpUrl = z.url({ protocol: /^https?$/, error: "Expected an http or https address" });
export const scopes = z
  .string()
  .check(z.refine<string>((text) => text.split(" ").includes("openid"), "Expected scopes including openid"));
/** Parameters that the sign-in sets itself. */
const ownParameters = [
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "scope",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
];
export const authorizationParameters = z
  .string()
  .check(
    z.refine<string>(
      (text) => [...new URLSearchParams(text).keys()].every((name) => name !== "" && !ownParameters.includes(name)),
      `Expected parameters such as audience=api&prompt=login; not ${ownParameters.join(", ")}`,
    ),
  );

/** Origins separated by commas or spaces; a trailing slash is allowed. */
export const origins = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) =>
      text.split(/[\s,]+/).flatMap((part) => (part === "" ? [] : [part.replace(/\/$/, "")])),
    ),
  ),
  z.array(z.string().check(z.refine(isOrigin, { error: "Expected origins such as https://app.example" }))),
);

function isOrigin(text: string): boolean {
  return /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** An origin to which a token is sent: https, or this machine. */
export const archiveOrigin = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replace(/\/$/, "")),
  ),
  z.string().check(
    z.refine((text) => isOrigin(text) && (text.startsWith("https:") || isLocal(new URL(text).hostname)), {
      error: "Expected an https origin such as https://zenodo.org",
    }),
  ),
);
const isLocal = (host: string) => ["localhost", "127.0.0.1", "[::1]"].includes(host);

/** A token that fits in a header. */
export const bearerToken = z.string().check(z.regex(/^[\w.~+/=-]+$/, "Expected a token without spaces"));

/** `CC BY 4.0 https://creativecommons.org/licenses/by/4.0/` */
export const photoLicencePattern = /^(\S.{0,118}\S|\S)\s+(https?:\/\/\S+)$/;

export const encryptionKeys = z
  .string()
  .check(
    z.regex(
      /^[^,]{32,}(,[^,]{32,})*$/,
      "Expected 32 characters or more; of several, separated by commas, the first encrypts",
    ),
  );

export const objectPrefix = z.string().check(z.regex(/^[\w.-]+(\/[\w.-]+)*\/?$/, "Expected a name such as cairn/"));

export const smtpUrl = z
  .string()
  .check(
    z.regex(/^smtps?:\/\//, "Expected smtp:// or smtps://"),
    z.refine<string>(
      URL.canParse,
      "Expected an address such as smtps://user:password@mail.example:465, with %2F for / in a password",
    ),
  );

export const photoLicence = z
  .string()
  .check(z.regex(photoLicencePattern, "Expected a name and an address, such as CC BY 4.0 https://…"));

export const proxies = z.string().check(
  z.refine((value) => isHopCount(value) || value.split(",").every((network) => isNetwork(network.trim())), {
    error: "Expected the number of proxies in front, or their addresses or networks, separated by commas",
  }),
);

export function isHopCount(value: string): boolean {
  return /^\d$/.test(value);
}

/** An address, a network (`10.0.0.0/8`), or a name for several networks. */
function isNetwork(value: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(value)) return true;
  const [address = "", length, ...more] = value.split("/");
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || more.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= bits);
}

import { createHmac, createPublicKey, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from "jose";

export type MintOptions = {
  /** Defaults to `alice`. */
  username?: string;
  groups?: string[];
  /** Seconds from now; negative for an expired token. Defaults to 300. */
  expiresIn?: number;
  issuer?: string;
  /** Defaults to the issuer's; null omits the claim. */
  audience?: string | null;
  clientId?: string | null;
  /** `id` makes an ID token. Defaults to `access`. */
  use?: "access" | "id";
  /** `none` and `HS256` (with the public key as its secret) make tokens that must be rejected. */
  algorithm?: "RS256" | "none" | "HS256";
  /** Signs with an unpublished key that has a published key's id. */
  foreignKey?: boolean;
  /** Additional or replaced claims; undefined omits one. */
  claims?: Record<string, unknown>;
  headerType?: string;
};

export type ForeignIssuer = {
  issuer: string;
  clientId: string;
  audience: string;
  mintToken(options?: MintOptions): Promise<string>;
  /** Signs with a new key from now on; the old one stays published by default. */
  rotateKey(options?: { keepOld?: boolean }): Promise<void>;
  /** How often its keys were requested. */
  keyReads(): number;
  /** How often its discovery document was requested. */
  documentReads(): number;
  /** Serves the keys normally, as an empty set, or not at all. */
  serveKeys(answer: "whole" | "empty" | "failing"): void;
  /** The issuer name in its document; the real one by default. */
  sayIssuer(name: string): void;
  close(): Promise<void>;
};

type KeyPair = {
  kid: string | undefined;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
  jwk: JWK;
};

/** Keys of issuers that are closed are used again: RSA keys take time. */
const spareKeys: Pick<KeyPair, "privateKey" | "publicKey">[] = [];
/** No issuer's. */
let foreignKey: Promise<KeyPair> | undefined;

/** A small OpenID issuer for tests, with its own discovery document and keys on a free port, that signs any token. */
export async function startForeignIssuer(
  options: { clientId?: string; audience?: string; namesKeys?: boolean } = {},
): Promise<ForeignIssuer> {
  const { clientId = "cairn-web", audience = "urn:cairn:api", namesKeys = true } = options;
  let keys = [await makeKey(namesKeys)];
  const everyKey = [...keys];
  let reads = 0;
  let documentReads = 0;
  let keysAnswer: "whole" | "empty" | "failing" = "whole";
  let said: string | undefined;

  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    response.setHeader("access-control-allow-origin", "*");
    if (request.url === "/.well-known/openid-configuration") {
      documentReads += 1;
      response.end(JSON.stringify({ issuer: said ?? issuer, jwks_uri: `${issuer}/keys` }));
    } else if (request.url === "/keys") {
      reads += 1;
      response.statusCode = keysAnswer === "failing" ? 503 : 200;
      response.end(JSON.stringify({ keys: keysAnswer === "whole" ? keys.map(({ jwk }) => jwk) : [] }));
    } else {
      response.statusCode = 404;
      response.end("{}");
    }
  });
  const issuer = `http://127.0.0.1:${await listen(server)}`;

  return {
    issuer,
    clientId,
    audience,
    async mintToken(minted = {}) {
      const key = keys[0];
      if (!key) throw new Error("No key");
      return mint(key, { issuer, audience, clientId, ...minted });
    },
    async rotateKey({ keepOld = true } = {}) {
      const key = await makeKey(namesKeys);
      everyKey.push(key);
      keys = [key, ...(keepOld ? keys : [])];
    },
    keyReads: () => reads,
    documentReads: () => documentReads,
    serveKeys(answer) {
      keysAnswer = answer;
    },
    sayIssuer(name) {
      said = name;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        spareKeys.push(...everyKey.splice(0));
      }),
  };
}

async function mint(key: KeyPair, options: MintOptions): Promise<string> {
  const { username = "alice", groups = [], expiresIn = 300, use = "access", algorithm = "RS256" } = options;
  const now = Math.floor(Date.now() / 1000);
  const payload: Record<string, unknown> = {
    iss: options.issuer,
    sub: `sub-of-${username}`,
    jti: randomUUID(),
    iat: now + Math.min(expiresIn - 300, 0),
    exp: now + expiresIn,
    token_use: use,
    "cognito:groups": groups,
    ...(use === "access"
      ? { username, client_id: options.clientId ?? undefined, aud: options.audience ?? undefined, scope: "openid" }
      : { "cognito:username": username, username, aud: options.clientId ?? undefined }),
    ...options.claims,
  };
  const typ = options.headerType ?? (use === "access" ? "at+jwt" : "JWT");
  if (algorithm === "none") return `${part({ alg: "none", typ })}.${part(payload)}.`;
  if (algorithm === "HS256") {
    const signed = `${part({ alg: "HS256", typ, kid: key.kid })}.${part(payload)}`;
    const secret = createPublicKey(await exportSPKI(key.publicKey)).export({ type: "spki", format: "pem" });
    return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
  }
  if (options.foreignKey) foreignKey ??= makeKey();
  const { privateKey } = (options.foreignKey && (await foreignKey)) || key;
  const header = { alg: "RS256", typ, ...(key.kid === undefined ? {} : { kid: key.kid }) };
  return new SignJWT(payload).setProtectedHeader(header).sign(privateKey);
}

async function makeKey(isNamed = true): Promise<KeyPair> {
  const { privateKey, publicKey } = spareKeys.pop() ?? (await generateKeyPair("RS256", { extractable: true }));
  const kid = isNamed ? randomUUID() : undefined;
  const name = kid === undefined ? {} : { kid };
  return { kid, privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), ...name, use: "sig", alg: "RS256" } };
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("No address");
  return address.port;
}

import { type Saying, saying } from "../../texts/saying.ts";

export const clientKinds = ["public", "confidential"] as const;
export type ClientKind = (typeof clientKinds)[number];

/** What a client may ask for besides who somebody is (`openid`). */
export const clientScopes = ["profile", "email", "groups", "offline_access", "cairn_api"] as const;
export type ClientScope = (typeof clientScopes)[number];

export type ClientInput = {
  name: string;
  kind: string;
  redirectAddresses: string[];
  signOutAddresses: string[];
  scopes: string[];
};

export type ClientErrors = Partial<Record<"name" | "kind" | "redirects" | "sign_outs" | "scopes", Saying>>;

const addressesMax = 20;
const loopbackHosts = ["127.0.0.1", "[::1]", "localhost"];

export function isClientScope(text: string): text is ClientScope {
  return (clientScopes as readonly string[]).includes(text);
}

export function isClientKind(text: string): text is ClientKind {
  return (clientKinds as readonly string[]).includes(text);
}

/** Does the address lead to a program on the person's own computer or phone, where no server keeps others away? */
export function isOwnDevice(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return (protocol === "http:" && loopbackHosts.includes(hostname)) || !/^https?:$/.test(protocol);
}

export function findClientErrors(input: ClientInput): ClientErrors {
  const redirects = findAddressError(input.redirectAddresses, input.kind);
  const signOuts = findAddressError(input.signOutAddresses, input.kind);
  return {
    ...((input.name === "" || [...input.name].length > 60) && { name: saying("identity.client.rule.name") }),
    ...(!isClientKind(input.kind) && { kind: saying("identity.client.rule.kind") }),
    ...(input.redirectAddresses.length === 0 && { redirects: saying("identity.client.rule.noAddress") }),
    ...(redirects && { redirects }),
    ...(signOuts && { sign_outs: signOuts }),
    ...(!input.scopes.every(isClientScope) && { scopes: saying("identity.client.rule.scopes") }),
  };
}

function findAddressError(addresses: string[], kind: string): Saying | undefined {
  if (addresses.length > addressesMax) return saying("identity.client.rule.tooManyAddresses", { max: addressesMax });
  const wrong = addresses.find((address) => !isAddress(address, kind));
  return wrong === undefined ? undefined : saying("identity.client.rule.address", { address: wrong.slice(0, 100) });
}

/** https anywhere; http on the person's own computer alone; for a public client also a scheme of its own, such as `org.example.app:/signed-in`. */
function isAddress(address: string, kind: string): boolean {
  if (address.length > 500 || /[\s*#\\]/.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return false;
  if (protocol === "https:") return true;
  if (protocol === "http:") return loopbackHosts.includes(hostname);
  return kind === "public" && /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/.test(protocol);
}

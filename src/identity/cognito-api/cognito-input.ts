import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import type { IdentityDb } from "../database/identity-database.ts";
import type { Codes } from "../messages/codes.ts";
import type { Mailer } from "../messages/mailer.ts";
import type { AccessTokenCheck, TokenHolder } from "../provider/access-token-check.ts";
import { clientId } from "../provider/clients.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import type { DeviceVerifiers } from "../srp/device-verifiers.ts";
import { CognitoError } from "./cognito-error.ts";

/** What the operations work with. */
export type CognitoContext = SignInContext & {
  db: IdentityDb;
  codes: Codes;
  mailer: Mailer;
  mayEnter(account: Account): Promise<boolean>;
  deviceVerifiers: DeviceVerifiers;
};

/** What an operation is given. */
export type CognitoRequest = {
  context: CognitoContext;
  input: Record<string, unknown>;
  ip: string;
  userAgent: string;
  /** In the language of the request, for what is sent to people. */
  texts: Texts;
  findHolder: AccessTokenCheck;
  /** The provider's own token addresses, asked within the process. */
  post(
    path: "/oauth2/token" | "/oauth2/revoke",
    form: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>;
};

export type CognitoOperation = (request: CognitoRequest) => Promise<Record<string, unknown>>;

export function textOf(input: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (typeof value !== "string") return "";
  // The database keeps no text with one.
  if (value.includes("\0")) throw new CognitoError("InvalidParameterException", `${name} contains a null character`);
  return value;
}

/** @throws CognitoError where it is missing; `message` where the specification prescribes one. */
export function requireText(input: Record<string, unknown>, name: string, message?: Saying): string {
  const value = textOf(input, name);
  if (value === "") throw new CognitoError("InvalidParameterException", message ?? `${name} cannot be empty`);
  return value;
}

/** An object of texts, such as `AuthParameters`. */
export function requireParameters(input: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new CognitoError("InvalidParameterException", `${name} is missing`);
  }
  return value as Record<string, unknown>;
}

/** The texts of `UserAttributes`, by name. */
export function readAttributes(input: Record<string, unknown>): Map<string, string> {
  const list: unknown[] = Array.isArray(input.UserAttributes) ? input.UserAttributes : [];
  const attributes = new Map<string, string>();
  for (const attribute of list) {
    if (typeof attribute !== "object" || attribute === null) continue;
    const name = textOf(attribute as Record<string, unknown>, "Name");
    attributes.set(name, textOf(attribute as Record<string, unknown>, "Value"));
  }
  return attributes;
}

export function requireClient(input: Record<string, unknown>): void {
  const given = requireText(input, "ClientId");
  if (given !== clientId)
    throw new CognitoError("ResourceNotFoundException", `User pool client ${given} does not exist.`);
}

/** The one who holds the access token of the input. */
export async function requireHolder(request: CognitoRequest): Promise<Account> {
  return (await requireTokenHolder(request)).account;
}

/** The same, with the session of the token. */
export async function requireTokenHolder({ input, findHolder }: CognitoRequest): Promise<TokenHolder> {
  const holder = await findHolder(requireText(input, "AccessToken"));
  // The token of a further client may use the API, and not change the account.
  if (holder?.clientId !== clientId) throw new CognitoError("NotAuthorizedException", "Access Token has been revoked");
  return holder;
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** Where a code went, with the address masked so that only its owner recognises it. */
export function deliveryOf(attribute: "email" | "phone_number", destination: string) {
  const masked =
    attribute === "email"
      ? `${destination.slice(0, 1)}***@${destination.split("@")[1]?.slice(0, 1) ?? ""}***`
      : `+*******${destination.slice(-4)}`;
  return { AttributeName: attribute, DeliveryMedium: attribute === "email" ? "EMAIL" : "SMS", Destination: masked };
}

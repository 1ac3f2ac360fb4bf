import type { Saying } from "../../texts/saying.ts";
import type { Texts } from "../../texts/texts-of.ts";
import type { Account } from "../accounts/account-queries.ts";
import type { Codes } from "../messages/codes.ts";
import type { Mailer } from "../messages/mailer.ts";
import { clientId } from "../provider/clients.ts";
import type { SignInContext } from "../sign-in/sign-in-context.ts";
import { CognitoError } from "./cognito-error.ts";

/** What the operations work with. */
export type CognitoContext = SignInContext & {
  codes: Codes;
  mailer: Mailer;
  mayEnter(account: Account): Promise<boolean>;
};

/** What an operation is given. */
export type CognitoRequest = {
  context: CognitoContext;
  input: Record<string, unknown>;
  ip: string;
  /** In the language of the request, for what is sent to people. */
  texts: Texts;
  findHolder(accessToken: string): Promise<Account | undefined>;
  /** The provider's own token addresses, asked within the process. */
  post(
    path: "/oauth2/token" | "/oauth2/revoke",
    form: Record<string, string>,
  ): Promise<{ status: number; body: unknown }>;
};

export type CognitoOperation = (request: CognitoRequest) => Promise<Record<string, unknown>>;

export function textOf(input: Record<string, unknown>, name: string): string {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === "string" ? value : "";
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

export function requireClient(input: Record<string, unknown>): void {
  const given = requireText(input, "ClientId");
  if (given !== clientId)
    throw new CognitoError("ResourceNotFoundException", `User pool client ${given} does not exist.`);
}

/** The one who holds the access token of the input. */
export async function requireHolder({ input, findHolder }: CognitoRequest): Promise<Account> {
  const holder = await findHolder(requireText(input, "AccessToken"));
  if (!holder) throw new CognitoError("NotAuthorizedException", "Access Token has been revoked");
  return holder;
}

/** Where a code went, with the address masked so that only its owner recognises it. */
export function deliveryOf(attribute: "email" | "phone_number", destination: string) {
  const masked =
    attribute === "email"
      ? `${destination.slice(0, 1)}***@${destination.split("@")[1]?.slice(0, 1) ?? ""}***`
      : `+*******${destination.slice(-4)}`;
  return { AttributeName: attribute, DeliveryMedium: attribute === "email" ? "EMAIL" : "SMS", Destination: masked };
}

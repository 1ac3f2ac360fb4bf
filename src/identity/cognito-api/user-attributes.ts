import type { Account } from "../accounts/account-queries.ts";

/** What an account tells of itself, named as Cognito names it. */
export function userAttributes(
  account: Account,
  phone?: { number: string; confirmed: boolean },
): Record<string, string> {
  return {
    sub: account.id,
    email: account.email,
    email_verified: String(account.emailVerified),
    preferred_username: account.username,
    ...(account.displayName && { name: account.displayName }),
    ...(phone && { phone_number: phone.number, phone_number_verified: String(phone.confirmed) }),
  };
}

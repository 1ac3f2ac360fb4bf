import type { SignUpContext } from "../sign-up/sign-up-routes.ts";
import type { PasswordReset } from "./password-reset.ts";

/** What the pages of sign-in work with: they lead to sign-up, and to a new password. */
export type SignInContext = SignUpContext & { passwordReset: PasswordReset };

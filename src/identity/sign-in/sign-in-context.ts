import type { SignUpContext } from "../sign-up/sign-up-routes.ts";
import type { PasswordReset } from "./password-reset.ts";

/** Dependencies of the sign-in pages, which lead to sign-up and password reset. */
export type SignInContext = SignUpContext & { passwordReset: PasswordReset };

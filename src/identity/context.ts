import type { AccountPageContext } from "./account-page/account-page-context.ts";
import type { FirstAdministratorContext } from "./administration/first-administrator.ts";
import type { ShownPages } from "./pages/shown-pages.ts";
import type { CurrentProvider } from "./provider/current-provider.ts";
import type { TokenLife } from "./sessions/token-life.ts";
import type { SignInContext } from "./sign-in/sign-in-context.ts";
import type { SignOutContext } from "./sign-out/sign-out-routes.ts";

/** Dependencies of all identity routes; each module picks what it needs. */
export type IdentityContext = AccountPageContext &
  FirstAdministratorContext &
  SignInContext &
  SignOutContext & {
    currentProvider: CurrentProvider;
    isTokenAlive: TokenLife;
    shownPages: ShownPages;
    /** Whether an error comes from a temporary database failure, which is answered with 503. */
    isOutage: (error: unknown) => boolean;
  };

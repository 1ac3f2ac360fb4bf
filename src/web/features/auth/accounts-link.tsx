import { paths } from "../../paths.ts";
import { t } from "../../texts/app.ts";
import { useProviderKind } from "./provider-kind.ts";

/** Leads admins to the accounts, where the embedded provider keeps them; another provider has a console of its own. */
export function AccountsLink() {
  if (!useProviderKind()?.isEmbedded) return null;
  return (
    <p>
      <a href={`${paths.account}/people`}>{t("app.signIn.accounts")}</a>
    </p>
  );
}

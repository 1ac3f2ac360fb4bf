import { useEffect, useState } from "react";
import { paths } from "../../paths.ts";
import { t } from "../../texts/app.ts";
import { fetchAuthSettings } from "./auth-settings.ts";

/** Leads admins to the accounts, where the embedded provider keeps them; another provider has a console of its own. */
export function AccountsLink() {
  const [isEmbedded, setIsEmbedded] = useState(false);
  useEffect(() => {
    fetchAuthSettings().then(
      ({ issuer }) => setIsEmbedded(new URL(issuer).origin === location.origin),
      () => setIsEmbedded(false),
    );
  }, []);
  if (!isEmbedded) return null;
  return (
    <p>
      <a href={`${paths.account}/people`}>{t("app.signIn.accounts")}</a>
    </p>
  );
}

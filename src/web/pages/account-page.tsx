import { t } from "../../../generated/web-texts/profile.ts";
import { AccessTokens } from "../features/access-tokens/access-tokens.tsx";
import { CreditSettings } from "../features/credit/credit-settings.tsx";
import { MailSettings } from "../features/mails/mail-settings.tsx";
import { OwnData } from "../features/own-data/own-data.tsx";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { useProviderKind } from "../foundation/auth/provider-kind.ts";
import { paths } from "../foundation/paths.ts";
import { forgetAccount } from "../outbox/saved-records.ts";
import { PageTitle } from "../ui/live-region.tsx";
import { Part } from "../ui/part.tsx";
import { Loading } from "../ui/skeleton.tsx";
import styles from "./account-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

/** What belongs to the account: sign-in, emails, name in results, access tokens, own data. */
export function AccountPage() {
  const { status, username, signOut } = useAuth();
  const provider = useProviderKind();
  return (
    <div className={`stack gap-16 pad-16 ${styles.page}`}>
      <PageTitle>{t("profile.ownAccount")}</PageTitle>
      <h1>{t("profile.ownAccount")}</h1>
      {status === "signed_out" ? (
        <SignedOut>{t("profile.ownAccount.signedOut")}</SignedOut>
      ) : username ? (
        <div className={`stack card start gap-12 ${styles.sections}`}>
          {provider?.isEmbedded ? (
            <a href={paths.account} className="roomy">
              {t("profile.account")}
            </a>
          ) : provider ? null : (
            <span className="roomy" />
          )}
          <Part>
            <MailSettings username={username} provider={provider} />
          </Part>
          <Part>
            <CreditSettings username={username} />
          </Part>
          <Part>
            <AccessTokens />
          </Part>
          <Part>
            <OwnData
              username={username}
              provider={provider}
              onErased={() => void forgetAccount(username).catch(console.error).then(signOut)}
            />
          </Part>
        </div>
      ) : (
        <Loading height="60dvh" />
      )}
    </div>
  );
}

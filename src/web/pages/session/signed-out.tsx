import LogIn from "lucide-react/icons/log-in";
import { t } from "../../../../generated/web-texts/app.ts";
import { useAuth } from "../../foundation/auth/auth-context.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/message-state.tsx";

/** What a signed-out visitor sees on a page that needs an account. */
export function SignedOut({ children }: { children: string }) {
  const { signIn } = useAuth();
  return (
    <EmptyState
      action={
        <Button tone="next" icon={<LogIn aria-hidden="true" />} onClick={() => void signIn()}>
          {t("app.logIn")}
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}

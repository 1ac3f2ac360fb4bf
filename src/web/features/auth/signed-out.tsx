import LogIn from "lucide-react/icons/log-in";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/message-state.tsx";
import { t } from "../../texts/app.ts";
import { useAuth } from "./auth-context.ts";

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

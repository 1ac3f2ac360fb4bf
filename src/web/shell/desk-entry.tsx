import ShieldCheck from "lucide-react/icons/shield-check";
import { NavLink } from "react-router";
import { useAuth } from "../features/auth/auth-context.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/admin.ts";

/** Link for administrators to their area, and for reviewers to the samples. */
export function DeskEntry({ onClick }: { onClick: () => void }) {
  const { isAdmin } = useAuth();
  return (
    <li>
      <NavLink to={isAdmin ? paths.admin : paths.adminSamples} onClick={onClick}>
        <ShieldCheck aria-hidden="true" />
        {t(isAdmin ? "admin.entry" : "admin.header.samples")}
      </NavLink>
    </li>
  );
}

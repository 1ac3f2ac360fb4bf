import ShieldCheck from "lucide-react/icons/shield-check";
import { NavLink } from "react-router";
import { t } from "../../../../generated/web-texts/admin.ts";
import { useTeams } from "../../foundation/auth/use-teams.ts";
import { paths } from "../../foundation/paths.ts";

/** Link to their area for administrators and coordinators, and to the samples for the rest of a team. */
export function DeskEntry({ onClick }: { onClick: () => void }) {
  const { may } = useTeams();
  if (!may("viewer")) return null;
  const runsQuests = may("coordinator");
  return (
    <li>
      <NavLink to={runsQuests ? paths.admin : paths.adminSamples} onClick={onClick}>
        <ShieldCheck aria-hidden="true" />
        {t(runsQuests ? "admin.entry" : "admin.header.samples")}
      </NavLink>
    </li>
  );
}

import { t } from "../../../generated/web-texts/evidence.ts";
import { EvidenceRules } from "../features/review/evidence-rules.tsx";
import { paths } from "../foundation/paths.ts";
import { BackLink } from "../ui/back-link.tsx";
import styles from "./admin-evidence-page.module.css";
import { AdminOnly } from "./desk/admin-only.tsx";

/** What may speak against a sample, from where on, and how much it counts. */
export function AdminEvidencePage() {
  return (
    <AdminOnly title={t("evidence.page.title")} leastRole="viewer">
      <BackLink to={paths.adminSamples}>{t("evidence.page.back")}</BackLink>
      <h1>{t("evidence.page.title")}</h1>
      <div className={`stack gap-8 muted ${styles.lead}`}>
        <p>{t("evidence.page.lead")}</p>
        <p>{t("evidence.page.score")}</p>
      </div>
      <EvidenceRules />
    </AdminOnly>
  );
}

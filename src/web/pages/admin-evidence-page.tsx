import ChevronLeft from "lucide-react/icons/chevron-left";
import { Link } from "react-router";
import { EvidenceRules } from "../features/review/evidence-rules.tsx";
import { paths } from "../paths.ts";
import { AdminOnly } from "../shell/admin-only.tsx";
import { t } from "../texts/evidence.ts";
import styles from "./admin-evidence-page.module.css";

/** What may speak against a sample, from where on, and how much it counts. */
export function AdminEvidencePage() {
  return (
    <AdminOnly title={t("evidence.page.title")} leastRole="viewer">
      <Link to={paths.adminSamples} className={styles.back}>
        <ChevronLeft aria-hidden="true" />
        {t("evidence.page.back")}
      </Link>
      <h1>{t("evidence.page.title")}</h1>
      <div className={styles.lead}>
        <p>{t("evidence.page.lead")}</p>
        <p>{t("evidence.page.score")}</p>
      </div>
      <EvidenceRules />
    </AdminOnly>
  );
}

import CloudUpload from "lucide-react/icons/cloud-upload";
import { Link } from "react-router";
import { isUndelivered, type OutboxRecord } from "../../outbox/record.ts";
import { paths } from "../../paths.ts";
import { t } from "../../texts/field.ts";
import styles from "./waiting-here.module.css";

/** How many data points of the quest have not arrived, with the way to them. */
export function WaitingHere({ records, questId }: { records: readonly OutboxRecord[]; questId: number }) {
  const count = records.filter(
    (record) => record.kind === "point" && record.questId === questId && isUndelivered(record),
  ).length;
  if (count === 0) return null;
  return (
    <p className={styles.waiting}>
      <CloudUpload aria-hidden="true" />
      <span>
        {t("field.waiting", { count })} <Link to={paths.outbox}>{t("field.waiting.see")}</Link>
      </span>
    </p>
  );
}

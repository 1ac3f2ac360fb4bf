import { t } from "../../../../generated/web-texts/desk.ts";
import { Dialog } from "../../ui/dialog.tsx";
import styles from "./shortcut-help.module.css";

const keys = ["j", "k", "a", "d", "r", "u", "x", "escape", "question"] as const;
const written: Partial<Record<(typeof keys)[number], string>> = { escape: "Esc", question: "?" };

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title={t("desk.help.title")} onClose={onClose}>
      <table className={styles.keys} aria-label={t("desk.help.title")}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t("desk.help.key")}</th>
            <th scope="col">{t("desk.help.what")}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key}>
              <th scope="row">
                <kbd translate="no">{written[key] ?? key.toUpperCase()}</kbd>
              </th>
              <td>{t(`desk.help.${key}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{t("desk.help.note")}</p>
    </Dialog>
  );
}

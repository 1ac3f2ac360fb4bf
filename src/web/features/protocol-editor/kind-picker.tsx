import { type FieldKind, fieldKinds } from "../../../protocol/field.ts";
import { t } from "../../foundation/texts/editor.ts";
import { kindIcons } from "./field-kinds.ts";
import styles from "./kind-picker.module.css";

export function KindPicker({
  id,
  hasGroup = true,
  onPick,
}: {
  id: string;
  /** Offers groups. */
  hasGroup?: boolean;
  onPick: (kind: FieldKind) => void;
}) {
  return (
    <ul id={id} className={styles.kinds}>
      {fieldKinds.map((kind) => {
        if (kind === "group" && !hasGroup) return null;
        const Icon = kindIcons[kind];
        return (
          <li key={kind}>
            <button type="button" className={styles.kind} onClick={() => onPick(kind)}>
              <Icon aria-hidden="true" className={styles.icon} />
              <span className={styles.name}>{t(`editor.kind.${kind}`)}</span>
              <span className={styles.hint}>{t(`editor.kind.${kind}.hint`)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

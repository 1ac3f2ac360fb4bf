import { t } from "../../../../generated/web-texts/editor.ts";
import { type FieldKind, fieldKinds } from "../../../protocol/field.ts";
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
    <ul id={id} className={`grid gap-8 ${styles.kinds}`}>
      {fieldKinds.map((kind) => {
        if (kind === "group" && !hasGroup) return null;
        const Icon = kindIcons[kind];
        return (
          <li key={kind}>
            <button type="button" className={`grid across-12 wide ${styles.kind}`} onClick={() => onPick(kind)}>
              <Icon aria-hidden="true" className={styles.icon} />
              <span className="strong">{t(`editor.kind.${kind}`)}</span>
              <span className={`muted small ${styles.hint}`}>{t(`editor.kind.${kind}.hint`)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

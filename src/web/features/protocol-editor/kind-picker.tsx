import type { FieldKind } from "../../../protocol/field.ts";
import { t } from "../../texts/editor.ts";
import { kindIcons, offeredKinds } from "./field-kinds.ts";
import styles from "./kind-picker.module.css";

export function KindPicker({ id, onPick }: { id: string; onPick: (kind: FieldKind) => void }) {
  return (
    <ul id={id} className={styles.kinds}>
      {offeredKinds.map((kind) => {
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

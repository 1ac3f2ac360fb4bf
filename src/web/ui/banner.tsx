import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import OctagonX from "lucide-react/icons/octagon-x";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { t } from "../../../generated/web-texts/app.ts";
import styles from "./banner.module.css";
import { IconButton } from "./button.tsx";
import { classNames } from "./class-names.ts";

export type BannerTone = "ok" | "danger" | "warning" | "info";

const icons = { ok: CircleCheck, danger: OctagonX, warning: TriangleAlert, info: Info };

/** A message, if there is one. Failures interrupt screen readers; others wait for a pause. */
export function Banner({
  tone,
  children,
  action,
  onClose,
  className,
}: {
  tone: BannerTone;
  children: ReactNode;
  action?: ReactNode;
  onClose?: () => void;
  className?: string | undefined;
}) {
  const ToneIcon = icons[tone];
  if (!children) return null;
  return (
    <div
      className={classNames("cluster center gap-8 across-12", styles.banner, styles[tone], className)}
      role={tone === "danger" ? "alert" : "status"}
    >
      <ToneIcon className={styles.icon} aria-hidden="true" />
      <div className={`shrinks breaks ${styles.text}`}>{children}</div>
      {action}
      {onClose ? (
        <IconButton label={t("app.dismiss")} onClick={onClose} className={styles.close}>
          <X aria-hidden="true" />
        </IconButton>
      ) : null}
    </div>
  );
}

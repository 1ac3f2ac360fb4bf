import { t } from "../../../../generated/web-texts/quests.ts";
import { Button } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { ContourHill } from "../../ui/contour-hill.tsx";
import styles from "./invitation.module.css";

const hillSeed = 28;

/** Home's panel for visitors. */
export function Invitation({ onSignUp }: { onSignUp: () => void }) {
  return (
    <section className={styles.panel} aria-labelledby="invitation">
      <ContourHill
        seed={hillSeed}
        width={900}
        height={300}
        align="xMaxYMid"
        className={classNames(styles.hill, "flips")}
        indexLineClassName={styles.indexLine}
      />
      <div className={`stack start gap-16 ${styles.words}`}>
        <h2 id="invitation">{t("quests.invitation.title")}</h2>
        <p className="text-18">{t("quests.invitation.text")}</p>
        <Button tone="next" onClick={onSignUp}>
          {t("quests.invitation.signUp")}
        </Button>
      </div>
    </section>
  );
}

import { useMemo } from "react";
import { Button } from "../../components/button.tsx";
import { contoursOf } from "../../components/contours.ts";
import styles from "./invitation.module.css";

const hillSeed = 28;

/** Home's panel for visitors. */
export function Invitation({ onSignUp }: { onSignUp: () => void }) {
  const contours = useMemo(() => contoursOf(hillSeed, 900, 300), []);
  return (
    <section className={styles.panel} aria-labelledby="invitation">
      <svg className={styles.hill} viewBox="0 0 900 300" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
        {contours.map(({ path, isIndexLine }) => (
          <path key={path} d={path} className={isIndexLine ? styles.indexLine : undefined} />
        ))}
      </svg>
      <div className={styles.words}>
        <h2 id="invitation">High Stakes Data Collection</h2>
        <p>
          Scientists need measurements from places they cannot reach. Walk there, measure, take a photograph, and add
          your stone to the cairn.
        </p>
        <Button tone="next" onClick={onSignUp}>
          Sign Up
        </Button>
      </div>
    </section>
  );
}

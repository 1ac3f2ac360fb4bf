import { Button } from "../../components/button.tsx";
import { ContourHill } from "../../components/contour-hill.tsx";
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
        className={styles.hill}
        indexLineClassName={styles.indexLine}
      />
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

import { t } from "../../../../generated/web-texts/map.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/field.tsx";
import { announce } from "../../ui/live-region.tsx";
import { metersWords } from "../../ui/position-words.tsx";
import styles from "./field-map.module.css";
import { deleteTrack, lengthOf, type OfQuest, startTrack, stopTrack, type TrackState } from "./track-recorder.ts";

const textOf = {
  position: "map.track.stopped",
  storage: "map.track.unavailable",
  deletion: "map.track.notDeleted",
} as const;

/** How long the own way is, and why it isn't recorded. */
export function TrackNote({ track: { isOn, fixes, problem } }: { track: TrackState }) {
  const distance = metersWords(lengthOf(fixes));
  return (
    <>
      {problem ? <Banner tone="warning">{t(textOf[problem])}</Banner> : null}
      {isOn || fixes.length > 0 ? (
        <p className="strong">{t(isOn ? "map.track.recording" : "map.track.kept", { distance })}</p>
      ) : null}
    </>
  );
}

/** The switch of the own way, how long it is, and its end. */
export function TrackPanel({ of, track }: { of: OfQuest; track: TrackState }) {
  const { isOn, fixes } = track;
  const remove = async () => {
    if (await deleteTrack(of)) announce(t("map.track.deleted"));
  };
  return (
    <section className="stack gap-12 shrinks">
      <Choice className={styles.choice}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => (target.checked ? startTrack(of) : stopTrack())}
        />
        <span>{t("map.track")}</span>
      </Choice>
      <p className="muted">{t("map.track.hint")}</p>
      <TrackNote track={track} />
      {fixes.length > 0 ? (
        <Button small tone="plain" onClick={() => void remove()}>
          {t("map.track.delete")}
        </Button>
      ) : null}
    </section>
  );
}

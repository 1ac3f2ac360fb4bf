import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../generated/web-texts/kinds.ts";
import { formatClock } from "./format-clock.ts";
import styles from "./sound-player.module.css";
import { Spinner } from "./spinner.tsx";

/** Another sound stops it. */
let playing: HTMLAudioElement | undefined;

/**
 * Plays a sound. Its words are shown as well, for those who don't hear it.
 * @param address of the whole file: as the page holds its bytes, a phone that keeps a copy needs no parts of it
 */
export function SoundPlayer({
  address,
  words,
  seconds,
}: {
  address: string;
  words: string;
  seconds: number | undefined;
}) {
  const [state, setState] = useState<"silent" | "fetching" | "playing" | "failed">("silent");
  const audio = useRef<HTMLAudioElement>(null);
  const held = useRef<string>(undefined);
  useEffect(
    () => () => {
      if (held.current !== undefined) URL.revokeObjectURL(held.current);
      held.current = undefined;
    },
    [],
  );

  async function play(): Promise<void> {
    const player = audio.current;
    if (!player) return;
    try {
      if (held.current === undefined) {
        setState("fetching");
        held.current = await holdSound(address);
        player.src = held.current;
      }
      if (playing !== player) playing?.pause();
      playing = player;
      await player.play();
    } catch {
      setState("failed");
    }
  }

  const isPlaying = state === "playing";
  return (
    <span className="cluster center gap-4 across-12">
      <button
        type="button"
        className={`card center gap-8 breaks ${styles.button}`}
        aria-label={t(isPlaying ? "kinds.sound.pause" : "kinds.sound.play", { words })}
        disabled={state === "fetching"}
        onClick={() => (isPlaying ? audio.current?.pause() : void play())}
      >
        {state === "fetching" ? <Spinner /> : isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        <span>{words}</span>
        {seconds === undefined ? null : (
          <span className={`muted figures ${styles.seconds}`} aria-hidden="true">
            {formatClock(seconds)}
          </span>
        )}
      </button>
      {/* biome-ignore lint/a11y/useMediaCaption: its words are beside it. */}
      <audio
        ref={audio}
        onPlaying={() => setState("playing")}
        onPause={() => setState("silent")}
        onEnded={() => setState("silent")}
      />
      {state === "failed" ? (
        <span role="status" className="danger">
          {t("kinds.sound.failed")}
        </span>
      ) : null}
    </span>
  );
}

async function holdSound(address: string): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`sound: ${answer.status}`);
  return URL.createObjectURL(await answer.blob());
}

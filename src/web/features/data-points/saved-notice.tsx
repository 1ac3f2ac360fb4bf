import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import MapPinOff from "lucide-react/icons/map-pin-off";
import Smartphone from "lucide-react/icons/smartphone";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/field.ts";
import type { Saved } from "../../capture/measuring/measurement-state.ts";
import { paths } from "../../foundation/paths.ts";
import { backgroundSync } from "../../outbox/background-sync.ts";
import type { PointRecord } from "../../outbox/record.ts";
import { type Sending, useSending } from "../../outbox/sending.ts";
import { isInTab } from "../../outbox/storage.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { formatList } from "../../ui/numbers.ts";
import { useOnline } from "../../ui/use-online.ts";
import type { SoFar } from "./collected.ts";
import styles from "./saved-notice.module.css";

/** So long "Saved on this phone" can be read, and screen readers say it to the end. */
const readableMs = 1_500;

/**
 * Confirms that a data point is saved on this phone, or in this tab at least, and says what it still needs; then that it is
 * uploaded, and how many there are. Always rendered, so that screen readers announce it.
 */
export function SavedNotice({
  saved,
  record,
  hasArrived,
  collected,
  carried = [],
  onGivePosition,
}: {
  saved: Saved | undefined;
  /** Of the data point, as long as it is on this phone. */
  record: PointRecord | undefined;
  hasArrived: boolean;
  /** Undefined until it is known. */
  collected: SoFar | undefined;
  /** Questions of the next data point that are answered as last time. Each is marked; here they are seen at once. */
  carried?: readonly string[];
  onGivePosition: () => void;
}) {
  const sending = useSending();
  const isOnline = useOnline();
  const savedId = saved?.localId;
  const isReadable = useIsReadable(savedId);
  const isUploaded = saved !== undefined && hasArrived && isReadable;
  const known = useFirst(isUploaded ? savedId : undefined, collected);
  const lacks = !hasArrived && saved?.position === "none";
  const isRefused = record?.state === "refused";
  const isOnlyHere = savedId !== undefined && !hasArrived && isInTab(savedId);
  const needsHelp = lacks || isRefused;
  const Sign = needsHelp ? (lacks ? MapPinOff : CircleAlert) : isUploaded ? CircleCheck : Smartphone;
  return (
    <>
      <div
        role="status"
        data-saved={savedId}
        className={classNames(
          styles.notice,
          saved && `cluster center gap-8 across-12 ${styles.shown}`,
          needsHelp ? styles.lacks : !isUploaded && styles.waits,
        )}
      >
        {saved ? (
          <>
            <Sign aria-hidden="true" />
            <div className={`shrinks ${styles.text}`}>
              <strong className="text-18">
                {isUploaded ? uploadedWords(known) : t(isOnlyHere ? "field.form.savedInTab" : "field.form.saved")}
              </strong>
              <p>{isUploaded ? nextWords(known) : whatNext(saved, { record, isOnline, isOnlyHere, sending })}</p>
            </div>
            {needsHelp ? <Help lacksPosition={lacks} onGivePosition={onGivePosition} /> : null}
          </>
        ) : null}
      </div>
      {saved ? <CarriedOver questions={carried} /> : null}
    </>
  );
}

/** What the volunteer can do for a data point that won't upload as it is. */
function Help({ lacksPosition, onGivePosition }: { lacksPosition: boolean; onGivePosition: () => void }) {
  return lacksPosition ? (
    <Button small onClick={onGivePosition}>
      {t("field.form.givePosition")}
    </Button>
  ) : (
    <ButtonLink small to={paths.outbox}>
      {t("field.form.openOutbox")}
    </ButtonLink>
  );
}

function CarriedOver({ questions }: { questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return <p className="muted">{t("field.form.carried", { questions: formatList(questions) })}</p>;
}

const uploadedWords = (known: SoFar | undefined) => t("field.form.uploaded", { collected: known?.words ?? "" }).trim();

const nextWords = (known: SoFar | undefined) =>
  known?.left ? t("field.form.nextLeft", { left: known.left }) : t("field.form.next");

/** What the data point waits for. */
function whatNext(
  { position }: Saved,
  {
    record,
    isOnline,
    isOnlyHere,
    sending,
  }: { record: PointRecord | undefined; isOnline: boolean; isOnlyHere: boolean; sending: Sending },
): string {
  if (position === "searching") return t("field.form.savedSearching");
  if (position === "none") return t("field.form.savedNoPosition");
  const isRefused = record?.state === "refused";
  if (sending.waitsForWifi && !isRefused) return t("field.form.savedWifi");
  // Each attempt without a line fails, and the words stay the same. The service worker doesn't have what is only in this tab.
  if (!isOnline && !isRefused) {
    return t(backgroundSync.isAgreed && !isOnlyHere ? "field.form.savedSending" : "field.form.savedOpen");
  }
  if (record?.problem) return record.problem.message;
  return t(sending.pausedUntilMs === undefined ? "field.form.savedUploading" : "field.form.savedSoon");
}

/** Whether the words about this data point have been there for long enough. */
function useIsReadable(id: string | undefined): boolean {
  const [readId, setReadId] = useState<string>();
  useEffect(() => {
    if (id === undefined) return;
    const timer = setTimeout(() => setReadId(id), readableMs);
    return () => clearTimeout(timer);
  }, [id]);
  return id !== undefined && readId === id;
}

/** What was known first about this data point: the number goes on, but screen readers announce it once. */
function useFirst(id: string | undefined, known: SoFar | undefined): SoFar | undefined {
  const first = useRef<{ id: string; known: SoFar }>(undefined);
  if (id !== undefined && known !== undefined && first.current?.id !== id) first.current = { id, known };
  return first.current?.id === id ? first.current?.known : known;
}

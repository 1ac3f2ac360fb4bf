import MessageSquareText from "lucide-react/icons/message-square-text";
import Share2 from "lucide-react/icons/share-2";
import { memo, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { paths } from "../../foundation/paths.ts";
import { saveFile } from "../../foundation/phone/save-file.ts";
import { findPhoto } from "../../outbox/outbox.ts";
import type { AnswerRecord, MessageRecord, OutboxRecord } from "../../outbox/record.ts";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/dates.ts";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import styles from "./outbox-list.module.css";
import { Actions, Problem, type RowActions, RowHead, Unreadable, Values, whenOf } from "./point-row.tsx";
import { useRecordProtocol } from "./record-protocol.ts";
import { Thumbnail } from "./thumbnail.tsx";

/** An answer to a change request. */
export const AnswerRow = memo(function AnswerRow({
  answer,
  actions,
  share,
}: {
  answer: AnswerRecord;
  actions: RowActions;
  /** Share that is sent; undefined if unknown. */
  share?: number | undefined;
}) {
  const { state, photos, values, message } = answer;
  const protocol = useRecordProtocol(answer.questId, answer.protocolVersion);
  return (
    <div className={styles.row} data-state={state}>
      {photos.length > 0 ? <Thumbnail point={answer} /> : <WordsMark />}
      <div className="stack gap-4 shrinks">
        <RowHead record={answer} />
        <Subject of={answer} words={t("outbox.answer")} />
        {Object.keys(values).length > 0 ? <Values of={values} protocol={protocol} /> : null}
        {message ? <p className="breaks keeps-lines">{t("outbox.answer.message", { text: message })}</p> : null}
        <Circumstances of={answer} />
        <Problem record={answer} protocol={protocol} />
        {answer.hasUnreadablePhoto ? <Unreadable dataPointId={answer.dataPointId} /> : null}
        {state === "sending" && share !== undefined ? (
          <ProgressBar label={t("outbox.row.progress")} value={share} max={1} />
        ) : null}
        {state === "refused" && photos.length > 0 ? <OwnPhotos answer={answer} /> : null}
      </div>
      <Actions record={answer} actions={actions} />
    </div>
  );
});

/** A message to the reviewers of a data point. */
export const MessageRow = memo(function MessageRow({
  message,
  actions,
}: {
  message: MessageRecord;
  actions: RowActions;
}) {
  return (
    <div className={styles.row} data-state={message.state}>
      <WordsMark />
      <div className="stack gap-4 shrinks">
        <RowHead record={message} />
        <Subject of={message} words={t("outbox.message")} />
        <p className="breaks keeps-lines">{t("outbox.answer.message", { text: message.text })}</p>
        <Circumstances of={message} />
        <Problem record={message} />
      </div>
      <Actions record={message} actions={actions} />
    </div>
  );
});

function WordsMark() {
  return (
    <span className={styles.thumbnail}>
      <MessageSquareText aria-hidden="true" />
    </span>
  );
}

function Subject({ of: { dataPointId }, words }: { of: { dataPointId: string }; words: string }) {
  return (
    <p className={`cluster ${styles.subject}`}>
      <span>{words}</span> <Link to={paths.contribution(dataPointId)}>{t("outbox.answer.open")}</Link>
    </p>
  );
}

function Circumstances({ of: record }: { of: OutboxRecord }) {
  return (
    <p className="dots muted small">
      <span>
        {t(record.state === "draft" ? "outbox.row.begun" : "outbox.answer.written", {
          when: formatMoment(whenOf(record)),
        })}
      </span>
      {record.deliveredAtMs === null ? null : (
        <span>{t("outbox.row.delivered", { when: formatMoment(new Date(record.deliveredAtMs).toISOString()) })}</span>
      )}
    </p>
  );
}

/** Saves photos of a refused answer, which may be the only copies. */
function OwnPhotos({ answer: { localId, photos } }: { answer: AnswerRecord }) {
  const [hasFailed, setHasFailed] = useState(false);
  const withPhotos = async (use: (files: File[]) => unknown) => {
    const files = await Promise.all(photos.map(({ key }) => findPhoto(localId, key).catch(() => undefined)));
    const found = files.filter((file) => file !== undefined);
    setHasFailed(found.length < photos.length);
    if (found.length > 0) await use(found);
  };
  const canShare = navigator.canShare?.({ files: [new File([], "photo.jpg", { type: "image/jpeg" })] }) ?? false;
  return (
    <div className={`cluster gap-8 ${styles.actions}`}>
      <Button
        small
        onClick={() =>
          void withPhotos((files) => {
            for (const file of files) saveFile(file, file.name);
          })
        }
      >
        {t("outbox.answer.savePhoto")}
      </Button>
      {canShare ? (
        <Button
          small
          icon={<Share2 aria-hidden="true" />}
          // Rejects if the user closes the dialog.
          onClick={() => void withPhotos((files) => navigator.share({ files }).catch(() => undefined))}
        >
          {t("outbox.answer.sharePhoto")}
        </Button>
      ) : null}
      {hasFailed ? <p role="alert">{t("outbox.answer.photoFailed")}</p> : null}
    </div>
  );
}

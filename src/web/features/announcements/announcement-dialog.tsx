import { useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/announcements.ts";
import type { Announcement } from "../../../contract/announcements.ts";
import { announcementAudiences } from "../../../contract/desk-enums.ts";
import { announcementsPerDay, announcementTextLength, announcementTitleLength } from "../../../contract/desk-limits.ts";
import { call } from "../../foundation/api/client.ts";
import { useAction } from "../../foundation/api/use-action.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { ActionDialog } from "../../ui/action-dialog.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Choice, Field } from "../../ui/field.tsx";
import { WordsAndInstant } from "../../ui/instant.tsx";
import { announce } from "../../ui/live-region.tsx";
import { NewsEntry } from "../../ui/news-entry.tsx";
import { Pill } from "../../ui/pill.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import styles from "./announcement-dialog.module.css";

type Announcing = { id: number; quest_name: string; organization_name: string };
type Errors = { title?: string; text?: string };

/** Writes to the volunteers of a quest, and shows how far earlier announcements are. */
export function AnnouncementDialog({ quest, onClose }: { quest: Announcing; onClose: () => void }) {
  const ofQuest = { params: { id: quest.id } };
  const counts = useCall("countAudiences", ofQuest);
  const earlier = useCall("listAnnouncements", ofQuest, {
    // A new function each time, since SWR asks each function only once.
    refreshInterval: (latest) => refreshWhileDelivering(latest),
  });
  const [to, setTo] = useState<(typeof announcementAudiences)[number]>("all");
  const [title, setTitle] = useState("");
  const [text, setText] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  // A second try after a lost answer must not send twice.
  const requestId = useRef(crypto.randomUUID());
  const { isBusy, problem, run, dismiss } = useAction((reason) => t("announcements.failed", { reason }));
  const isBegun = title.trim() !== "" || text.trim() !== "";
  const count = counts.data?.[to];

  function send() {
    const found: Errors = {
      ...(title.trim() === "" && { title: t("announcements.titleMissing") }),
      ...(text.trim() === "" && { text: t("announcements.textMissing") }),
    };
    setErrors(found);
    if (found.title || found.text) return;
    void run(async () => {
      await call("sendAnnouncement", { ...ofQuest, body: { title, text, to, id: requestId.current } });
      requestId.current = crypto.randomUUID();
      setTitle("");
      setText("");
      announce(t("announcements.queued"));
      await earlier.mutate();
    });
  }

  return (
    <ActionDialog
      title={t("announcements.title", { questName: quest.quest_name })}
      onClose={onClose}
      keepOnOutsideClick={isBegun}
      widthPx={760}
      back={t(isBegun ? "announcements.cancel" : "announcements.close")}
      act={t("announcements.send", { count: count ?? 0 })}
      isBusy={isBusy}
      isBlocked={!count}
      problem={problem}
      onDismiss={dismiss}
      form
      onAct={send}
    >
      <div className={`stack gap-12 shrinks ${styles.form}`}>
        {counts.error ? <Banner tone="danger">{t("announcements.countsFailed")}</Banner> : null}
        <fieldset className={`stack ${styles.audiences}`}>
          <legend className="strong">{t("announcements.to")}</legend>
          {announcementAudiences.map((audience) => (
            <Choice key={audience}>
              <input type="radio" name="audience" checked={to === audience} onChange={() => setTo(audience)} />
              <span>{t(`announcements.to.${audience}`, { count: counts.data?.[audience] ?? 0 })}</span>
            </Choice>
          ))}
          {count === 0 ? <p className="muted">{t("announcements.nobody")}</p> : null}
        </fieldset>
        <Field label={t("announcements.subject")} error={errors.title} required>
          {(control) => (
            <input
              {...control}
              type="text"
              dir="auto"
              value={title}
              maxLength={announcementTitleLength.max}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field
          label={t("announcements.text")}
          hint={
            text === ""
              ? undefined
              : t("announcements.text.count", { count: text.length, max: announcementTextLength.max })
          }
          error={errors.text}
          required
        >
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={5}
              value={text}
              maxLength={announcementTextLength.max}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <section className={`stack gap-12 shrinks ${styles.part}`}>
          <h3 className="text-16">{t("announcements.preview")}</h3>
          {isBegun ? (
            <NewsEntry
              title={title}
              text={text}
              about={
                <>
                  <bdi>{quest.quest_name}</bdi>
                  <bdi translate="no">{quest.organization_name}</bdi>
                </>
              }
            />
          ) : (
            <p className="muted">{t("announcements.preview.empty")}</p>
          )}
          <p className="muted">{t("announcements.whatHappens", { max: announcementsPerDay })}</p>
        </section>
      </div>
      <EarlierAnnouncements announcements={earlier.data} hasFailed={earlier.error !== undefined} />
    </ActionDialog>
  );
}

/** Milliseconds; 0 is never. */
const refreshWhileDelivering = (announcements: readonly { delivered_at: string | null }[] | undefined) =>
  announcements?.some(({ delivered_at }) => delivered_at === null) ? 2_000 : 0;

/** The quest's announcements, and how many people have them. */
function EarlierAnnouncements({
  announcements,
  hasFailed,
}: {
  announcements: readonly Announcement[] | undefined;
  hasFailed: boolean;
}) {
  return (
    <section className={`stack gap-12 shrinks ${styles.part}`}>
      <h3 className="text-16">{t("announcements.earlier")}</h3>
      {announcements === undefined ? (
        hasFailed ? (
          <p className="muted">{t("announcements.earlier.failed")}</p>
        ) : (
          <Loading height="3rem" />
        )
      ) : announcements.length === 0 ? (
        <p className="muted">{t("announcements.earlier.none")}</p>
      ) : (
        <ul className="stack gap-12">
          {announcements.map((each) => (
            <li key={each.id} className="stack">
              <strong dir="auto">{each.title}</strong>
              <span className="muted">{t(`announcements.sent.${each.to}`)}</span>
              <span className="muted">
                <WordsAndInstant words={each.author} of={each.written_at} />
              </span>
              <Delivery of={each} />
              {each.reports ? <Pill tone="warning">{t("announcements.reports", { count: each.reports })}</Pill> : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Delivery({ of: { delivered_at, recipients, recipients_expected } }: { of: Announcement }) {
  if (delivered_at !== null) {
    return <span className="muted">{t("announcements.delivered", { count: recipients })}</span>;
  }
  const words = t("announcements.delivering", { count: recipients, total: recipients_expected });
  return (
    <>
      <span className="muted">{words}</span>
      <ProgressBar label={words} value={recipients} max={Math.max(1, recipients_expected)} />
    </>
  );
}

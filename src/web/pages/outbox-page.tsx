import { useMemo, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { t } from "../../../generated/web-texts/outbox.ts";
import { DiscardDialog } from "../features/outbox/discard-dialog.tsx";
import { OutboxList } from "../features/outbox/outbox-list.tsx";
import type { RowActions } from "../features/outbox/point-row.tsx";
import { countUnsent, isListed, type Unsent } from "../features/outbox/record-groups.ts";
import { StoragePanel } from "../features/outbox/storage-panel.tsx";
import { PackButton } from "../features/rescue/pack-button.tsx";
import { RescuePanel } from "../features/rescue/rescue-panel.tsx";
import { useAuth } from "../foundation/auth/auth-context.ts";
import { paths } from "../foundation/paths.ts";
import { lazily } from "../foundation/texts/lazily.ts";
import { backgroundSync } from "../outbox/background-sync.ts";
import type { Trouble } from "../outbox/memory-outbox.ts";
import { mendPoint, reopen } from "../outbox/outbox.ts";
import type { MeasuredRecord, OutboxRecord, PointRecord } from "../outbox/record.ts";
import { forgetArrived, saveCompletion, sendOnceMore } from "../outbox/saved-records.ts";
import { cancelSending, sendNow, useSending } from "../outbox/sending.ts";
import { useOutbox } from "../outbox/use-outbox.ts";
import { canTellWifi, isWifiOnly, onLineChange, setWifiOnly } from "../outbox/wifi-only.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { PageTitle } from "../ui/live-region.tsx";
import { EmptyState } from "../ui/message-state.tsx";
import { Part } from "../ui/part.tsx";
import { Loading, Skeleton } from "../ui/skeleton.tsx";
import { useOnline } from "../ui/use-online.ts";
import { WhenFetched } from "../ui/when-fetched.tsx";
import styles from "./outbox-page.module.css";
import { SignedOut } from "./session/signed-out.tsx";

const GivePositionDialog = lazily("GivePositionDialog", () => import("../capture/positions/give-position.tsx"));

/** The records on this device: drafts, waiting, delivered and refused ones. */
export function OutboxPage() {
  const { status, username } = useAuth();
  return (
    <div className={`stack gap-16 ${styles.page}`}>
      <PageTitle>{t("outbox.title")}</PageTitle>
      <h1>{t("outbox.title")}</h1>
      {status === "signed_out" ? (
        <SignedOut>{t("outbox.signedOut")}</SignedOut>
      ) : username === undefined ? (
        <ListLoading />
      ) : (
        <Outbox key={username} account={username} />
      )}
    </div>
  );
}

function ListLoading() {
  return (
    <Loading>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height="7.500rem" radius="10px" className={styles.shape} />
      ))}
    </Loading>
  );
}

function Outbox({ account }: { account: string }) {
  const view = useOutbox(account);
  const { status, records } = view;
  const sending = useSending();
  const navigate = useNavigate();
  const [toDiscard, setToDiscard] = useState<OutboxRecord>();
  const [toPlace, setToPlace] = useState<PointRecord>();
  const [hasFailed, setHasFailed] = useState(false);
  const actions = useMemo((): RowActions => {
    /** A waiting record becomes a draft, which is not sent while it is being edited. */
    const edit = async (record: MeasuredRecord) => {
      setHasFailed(false);
      try {
        if (record.state !== "draft") await reopen(record.localId);
        await navigate(
          record.kind === "answer"
            ? paths.contribution(record.dataPointId)
            : paths.draft(record.questId, record.localId),
        );
      } catch {
        setHasFailed(true);
      }
    };
    const sendAgain = async (record: OutboxRecord) => {
      setHasFailed(false);
      try {
        await askAgain(record);
        sendNow();
      } catch {
        setHasFailed(true);
      }
    };
    return {
      onEdit: (record) => void edit(record),
      onPlace: setToPlace,
      onDiscard: setToDiscard,
      onSendAgain: (record) => void sendAgain(record),
      onCancel: ({ localId }) => cancelSending(localId),
    };
  }, [navigate]);

  if (status === "loading") return <ListLoading />;
  const unsent = countUnsent(records);
  const hasAny = records.some(isListed);
  if (view.status === "unavailable" && !hasAny) return <Unavailable {...view} />;
  return (
    <>
      {view.status === "unavailable" ? <Unavailable {...view} /> : null}
      {hasFailed ? <Banner tone="danger">{t("outbox.row.editFailed")}</Banner> : null}
      <div className={`grid start gap-24 ${styles.columns}`}>
        <div className="stack gap-24 shrinks">
          {hasAny ? (
            <>
              <Summary unsent={unsent} waitsForWifi={sending.waitsForWifi} />
              <Part>
                <OutboxList
                  records={records}
                  actions={actions}
                  sending={sending}
                  onClearArrived={() => void forgetArrived(account).catch(() => setHasFailed(true))}
                />
              </Part>
            </>
          ) : (
            <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
              {t("outbox.empty")}
            </EmptyState>
          )}
        </div>
        <div className="stack gap-24 shrinks">
          <Part>
            <RescuePanel account={account} draftCount={unsent.drafts} answerCount={unsent.answers + unsent.messages} />
          </Part>
          {view.status === "unavailable" ? null : (
            <Part>
              <StoragePanel account={account} recordCount={records.length} />
            </Part>
          )}
        </div>
      </div>
      {toPlace ? (
        <WhenFetched>
          <GivePositionDialog localId={toPlace.localId} onClose={() => setToPlace(undefined)} />
        </WhenFetched>
      ) : null}
      {toDiscard ? (
        <DiscardDialog
          record={toDiscard}
          packButton={<PackButton account={account} />}
          onClose={() => setToDiscard(undefined)}
        />
      ) : null}
    </>
  );
}

/** Sends a refused record again without changes, because the reason may be gone. */
async function askAgain(record: OutboxRecord): Promise<void> {
  if (record.kind === "point") await mendPoint(record.localId, {});
  else if (record.kind !== "completion") await sendOnceMore(record.localId);
  else await saveCompletion(record.account, { id: record.questId, name: record.questName });
}

/** Why nothing is stored, and what to do; the header says what is only in this tab. */
function Unavailable({ reason, isInTab }: { reason: Trouble; isInTab: boolean }) {
  // Their usual advice is to leave this page.
  const mustStay = isInTab && (reason === "silent" || reason === "blocked" || reason === "newer");
  return (
    <Banner tone="warning">
      <strong>{t(`outbox.unavailable.${reason}`)}</strong>{" "}
      {t(mustStay ? "outbox.inTab.export" : `outbox.unavailable.${reason}.why`)}
    </Banner>
  );
}

/** How many records have not arrived, and when they will be sent. */
function Summary({ unsent, waitsForWifi }: { unsent: Unsent; waitsForWifi: boolean }) {
  const isOnline = useOnline();
  const { points, answers, messages, attempts, completions } = unsent;
  if (points + answers + messages + attempts + completions === 0) return <p>{t("outbox.summary.none")}</p>;
  return (
    <div className="stack start gap-12">
      <p>
        {points > 0 ? <strong className="text-18">{t("outbox.summary", { count: points })} </strong> : null}
        {answers > 0 ? <strong className="text-18">{t("outbox.summary.answers", { count: answers })} </strong> : null}
        {messages > 0 ? (
          <strong className="text-18">{t("outbox.summary.messages", { count: messages })} </strong>
        ) : null}
        {attempts > 0 ? (
          <strong className="text-18">{t("outbox.summary.attempts", { count: attempts })} </strong>
        ) : null}
        {t(whenSent(isOnline, backgroundSync.isAgreed, waitsForWifi))}
      </p>
      {canTellWifi() ? <WifiOnly /> : null}
      {isOnline ? <Button onClick={() => sendNow()}>{t("outbox.sendAll")}</Button> : null}
    </div>
  );
}

function whenSent(isOnline: boolean, evenClosed: boolean, waitsForWifi: boolean) {
  if (!isOnline) return evenClosed ? "outbox.summary.offline" : "outbox.summary.offline.open";
  if (waitsForWifi) return "outbox.waitsForWifi";
  return evenClosed ? "outbox.summary.evenClosed" : "outbox.summary.byItself";
}

function WifiOnly() {
  const isChosen = useSyncExternalStore(onLineChange, isWifiOnly);
  return (
    <label className={`row center gap-8 ${styles.choice}`}>
      <input type="checkbox" checked={isChosen} onChange={({ target }) => setWifiOnly(target.checked)} />
      {t("outbox.wifiOnly")}
    </label>
  );
}

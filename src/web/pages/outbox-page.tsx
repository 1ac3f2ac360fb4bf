import LogIn from "lucide-react/icons/log-in";
import { useMemo, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { Banner } from "../components/banner.tsx";
import { Button, ButtonLink } from "../components/button.tsx";
import { PageTitle } from "../components/live-region.tsx";
import { EmptyState } from "../components/message-state.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { useAuth } from "../features/auth/auth-context.ts";
import { DiscardDialog } from "../features/outbox/discard-dialog.tsx";
import { OutboxList } from "../features/outbox/outbox-list.tsx";
import type { RowActions } from "../features/outbox/point-row.tsx";
import { countUnsent } from "../features/outbox/record-groups.ts";
import { StoragePanel } from "../features/outbox/storage-panel.tsx";
import { PackButton } from "../features/rescue/pack-button.tsx";
import { RescuePanel } from "../features/rescue/rescue-panel.tsx";
import { forgetDelivered } from "../outbox/forget-delivered.ts";
import { reopenPoint } from "../outbox/outbox.ts";
import type { OutboxRecord, PointRecord } from "../outbox/record.ts";
import { useOutbox } from "../outbox/use-outbox.ts";
import { paths } from "../paths.ts";
import { t } from "../texts/outbox.ts";
import styles from "./outbox-page.module.css";

/** What waits on this device, is on its way, has arrived, or was refused. */
export function OutboxPage() {
  const { status, username, signIn } = useAuth();
  if (status === "signed_out") {
    return (
      <div className={styles.page}>
        <PageTitle>{t("outbox.title")}</PageTitle>
        <h1>{t("outbox.title")}</h1>
        <EmptyState
          action={
            <Button tone="next" icon={<LogIn aria-hidden="true" />} onClick={() => void signIn()}>
              {t("app.logIn")}
            </Button>
          }
        >
          {t("outbox.signedOut")}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <PageTitle>{t("outbox.title")}</PageTitle>
      <h1>{t("outbox.title")}</h1>
      {username === undefined ? <ListLoading /> : <Outbox key={username} account={username} />}
    </div>
  );
}

function ListLoading() {
  return (
    <Loading label={t("app.loading")}>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height="7.500rem" radius="10px" className={styles.shape} />
      ))}
    </Loading>
  );
}

function Outbox({ account }: { account: string }) {
  const { status, records } = useOutbox(account);
  const navigate = useNavigate();
  const [toDiscard, setToDiscard] = useState<OutboxRecord>();
  const [hasFailed, setHasFailed] = useState(false);
  const actions = useMemo((): RowActions => {
    /** One that waits becomes a draft again, which nobody sends while it is being changed. */
    const edit = async (point: PointRecord) => {
      setHasFailed(false);
      try {
        if (point.state !== "draft") await reopenPoint(point.localId);
        await navigate(paths.questDataPoint(point.questId, point.localId));
      } catch {
        setHasFailed(true);
      }
    };
    return {
      onEdit: (point) => void edit(point),
      onPlace: (point) => void edit(point),
      onDiscard: setToDiscard,
      onSendNow: () => {},
      onCancel: () => {},
    };
  }, [navigate]);

  if (status === "loading") return <ListLoading />;
  const unsent = countUnsent(records);
  return (
    <>
      {status === "unavailable" ? (
        <Banner tone="warning">
          <strong>{t("outbox.unavailable")}</strong> {t("outbox.unavailable.why")}
        </Banner>
      ) : null}
      {hasFailed ? <Banner tone="danger">{t("outbox.row.editFailed")}</Banner> : null}
      <div className={styles.columns}>
        <div className={styles.lists}>
          {records.length === 0 ? (
            <EmptyState action={<ButtonLink to={paths.home}>{t("app.findQuest")}</ButtonLink>}>
              {t("outbox.empty")}
            </EmptyState>
          ) : (
            <>
              <Summary count={unsent.points} />
              <OutboxList
                records={records}
                actions={actions}
                sharesByLocalId={noShares}
                onClearArrived={() => void forgetDelivered(account)}
              />
            </>
          )}
        </div>
        <div className={styles.panels}>
          <RescuePanel account={account} draftCount={unsent.drafts} />
          <StoragePanel recordCount={records.length} />
        </div>
      </div>
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

const noShares: ReadonlyMap<string, number> = new Map();

function subscribeToLine(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function Summary({ count }: { count: number }) {
  const isOnline = useSyncExternalStore(subscribeToLine, () => navigator.onLine);
  if (count === 0) return <p className={styles.summary}>{t("outbox.summary.none")}</p>;
  return (
    <p className={styles.summary}>
      <strong>{t("outbox.summary", { count })}</strong>{" "}
      {t(isOnline ? "outbox.summary.byItself" : "outbox.summary.offline")}
    </p>
  );
}

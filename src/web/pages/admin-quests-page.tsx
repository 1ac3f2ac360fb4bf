import Plus from "lucide-react/icons/plus";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../generated/web-texts/admin.ts";
import { adminDialogWidthPx } from "../../contract/desk-limits.ts";
import type { Organization } from "../../contract/organizations.ts";
import type { QuestSummary } from "../../contract/quest-summaries.ts";
import type { Quest } from "../../contract/quests.ts";
import { QuestFormDialog } from "../features/admin/quest-form-dialog.tsx";
import { QuestStepDialog } from "../features/admin/quest-life.tsx";
import { QuestTable } from "../features/admin/quest-table.tsx";
import { AnnouncementDialog } from "../features/announcements/announcement-dialog.tsx";
import { ProtocolPart } from "../features/protocol-editor/protocol-part.tsx";
import { QuestionsDialog } from "../features/questions/questions-dialog.tsx";
import { call } from "../foundation/api/client.ts";
import { useCall } from "../foundation/api/use-call.ts";
import { deskPaths } from "../foundation/desk-paths.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FailedState } from "../ui/message-state.tsx";
import { Loading } from "../ui/skeleton.tsx";
import styles from "./admin-page.module.css";
import { AdminOnly } from "./desk/admin-only.tsx";
import { QuestPreview } from "./quest-preview.tsx";

/** The open dialog. */
type Shown =
  | { dialog: "opening"; row: QuestSummary; next: "edit" | "copy" | "publish" }
  /** The edited quest, or a new one that may start as a copy. */
  | { dialog: "form"; quest?: Quest; copied?: Quest; pointCount?: number }
  | { dialog: "publish"; quest: Quest }
  | { dialog: "announcement" | "questions"; row: QuestSummary };

const everyQuest = { query: {} };

export function AdminQuestsPage() {
  return (
    <AdminOnly title={t("admin.quests.title")} leastRole="coordinator">
      <AdminQuests />
    </AdminOnly>
  );
}

function AdminQuests() {
  const { data: counts } = useCall("countQuests", everyQuest);
  const { data: organizations } = useCall("listOrganizations", {});
  const [shown, setShown] = useState<Shown>();
  const open = (row: QuestSummary, next: "edit" | "copy" | "publish") => setShown({ dialog: "opening", row, next });

  return (
    <>
      <header className={`cluster center between ${styles.head}`}>
        <h1>{t("admin.quests.title")}</h1>
        <Button tone="primary" icon={<Plus aria-hidden="true" />} onClick={() => setShown({ dialog: "form" })}>
          {t("admin.quests.create")}
        </Button>
      </header>
      <QuestTable
        organizations={organizations}
        onEdit={(row) => open(row, "edit")}
        onDuplicate={(row) => open(row, "copy")}
        onPublish={(row) => open(row, "publish")}
        onAnnounce={(row) => setShown({ dialog: "announcement", row })}
        onQuestions={(row) => setShown({ dialog: "questions", row })}
      >
        <div className={`grid gap-24 ${styles.below}`}>
          <section className="stack card gap-8 pad-16">
            <h2>{t("admin.quests.adventurers")}</h2>
            <p>
              {rich(
                "admin.quests.adventurers.joined",
                { link: (words) => <Link to={deskPaths.applications}>{words}</Link> },
                { count: counts?.adventurers ?? 0 },
              )}
            </p>
          </section>
          <section className="stack card gap-8 pad-16">
            <h2>{t("admin.quests.datasets")}</h2>
            <p>
              {rich(
                "admin.quests.datasets.collected",
                { link: (words) => <Link to={deskPaths.datasets}>{words}</Link> },
                { count: counts?.data_points ?? 0 },
              )}
            </p>
          </section>
        </div>
      </QuestTable>
      {shown ? <ShownDialog shown={shown} organizations={organizations ?? []} show={setShown} /> : null}
    </>
  );
}

function ShownDialog({
  shown,
  organizations,
  show,
}: {
  shown: Shown;
  organizations: readonly Organization[];
  show: (next: Shown | undefined) => void;
}) {
  const close = () => show(undefined);
  switch (shown.dialog) {
    case "opening":
      return (
        <QuestOpening
          key={`${shown.row.id}/${shown.next}`}
          row={shown.row}
          onClose={close}
          onOpen={(quest) => show(opened(quest, shown))}
        />
      );
    case "publish":
      return <QuestStepDialog quest={shown.quest} step="publish" onTaken={close} onClose={close} />;
    case "announcement":
      return <AnnouncementDialog key={shown.row.id} quest={shown.row} onClose={close} />;
    case "questions":
      return <QuestionsDialog key={shown.row.id} quest={shown.row} onClose={close} />;
    case "form":
      return (
        <QuestFormDialog
          key={`${shown.quest?.id}/${shown.copied?.id}`}
          quest={shown.quest}
          copied={shown.copied}
          organizations={organizations}
          protocolPart={(slot) => (
            <ProtocolPart
              key={slot.restored === undefined ? "opened" : "restored"}
              {...slot}
              pointCount={shown.pointCount ?? 0}
            />
          )}
          preview={(slot) => <QuestPreview {...slot} />}
          onDuplicate={(copied) => show({ dialog: "form", copied })}
          onClose={close}
        />
      );
  }
}

function opened(quest: Quest, { row, next }: Extract<Shown, { dialog: "opening" }>): Shown {
  if (next === "publish") return { dialog: "publish", quest };
  if (next === "copy") return { dialog: "form", copied: quest };
  return { dialog: "form", quest, pointCount: row.sample_count };
}

/** Fetches a quest once, so that it does not change while it is edited. */
function QuestOpening({
  row: { id, quest_name },
  onOpen,
  onClose,
}: {
  row: QuestSummary;
  onOpen: (quest: Quest) => void;
  onClose: () => void;
}) {
  const [tries, setTries] = useState(1);
  const [hasFailed, setHasFailed] = useState(false);
  const open = useRef(onOpen);
  useEffect(() => {
    open.current = onOpen;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` triggers a retry.
  useEffect(() => {
    let isCurrent = true;
    setHasFailed(false);
    call("getQuest", { params: { id } }).then(
      (quest) => isCurrent && open.current(quest),
      () => isCurrent && setHasFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, tries]);
  return (
    <Dialog open title={quest_name} onClose={onClose} widthPx={adminDialogWidthPx}>
      {hasFailed ? (
        <FailedState message={t("admin.quests.notOpened")} onRetry={() => setTries(tries + 1)} />
      ) : (
        <Loading label={t("admin.quests.opening")} height="26rem" />
      )}
    </Dialog>
  );
}

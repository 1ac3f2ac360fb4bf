import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "react-router";
import type { QuestSummary } from "../../contract/quest-summaries.ts";
import type { Quest } from "../../contract/quests.ts";
import { useCall } from "../api/use-call.ts";
import { Button } from "../components/button.tsx";
import { WhenFetched } from "../components/when-fetched.tsx";
import { QuestFormDialog } from "../features/admin/quest-form-dialog.tsx";
import { QuestOpening } from "../features/admin/quest-opening.tsx";
import { QuestStepDialog } from "../features/admin/quest-step-dialog.tsx";
import { QuestTable } from "../features/admin/quest-table.tsx";
import { AnnouncementDialog } from "../features/announcements/announcement-dialog.tsx";
import { ProtocolPart } from "../features/protocol-editor/protocol-part.tsx";
import { QuestionsDialog } from "../features/questions/questions-dialog.tsx";
import { paths } from "../paths.ts";
import { AdminOnly } from "../shell/admin-only.tsx";
import { rich, t } from "../texts/admin.ts";
import { lazily } from "../texts/lazily.ts";
import styles from "./admin-page.module.css";

const QuestPreview = lazily("QuestPreview", () => import("./quest-preview.tsx"));

/** The edited quest, or a new one that may start as a copy. */
type Editing = { quest?: Quest; copied?: Quest; pointCount?: number };
/** A row of the table that is being opened. */
type Opening = { row: QuestSummary; as: "quest" | "copied" | "published" };

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
  const [opening, setOpening] = useState<Opening>();
  const [announcing, setAnnouncing] = useState<QuestSummary>();
  const [asked, setAsked] = useState<QuestSummary>();
  const [editing, setEditing] = useState<Editing>();
  const [published, setPublished] = useState<Quest>();

  return (
    <>
      <header className={styles.head}>
        <h1>{t("admin.quests.title")}</h1>
        <Button tone="primary" icon={<Plus aria-hidden="true" />} onClick={() => setEditing({})}>
          {t("admin.quests.create")}
        </Button>
      </header>
      <QuestTable
        organizations={organizations ?? []}
        onEdit={(row) => setOpening({ row, as: "quest" })}
        onDuplicate={(row) => setOpening({ row, as: "copied" })}
        onPublish={(row) => setOpening({ row, as: "published" })}
        onAnnounce={setAnnouncing}
        onQuestions={setAsked}
      />
      <div className={styles.below}>
        <section>
          <h2>{t("admin.quests.adventurers")}</h2>
          <p>
            {rich(
              "admin.quests.adventurers.joined",
              { link: (words) => <Link to={paths.adminApplications}>{words}</Link> },
              { count: counts?.adventurers ?? 0 },
            )}
          </p>
        </section>
        <section>
          <h2>{t("admin.quests.datasets")}</h2>
          <p>
            {rich(
              "admin.quests.datasets.collected",
              { link: (words) => <Link to={paths.adminDatasets}>{words}</Link> },
              { count: counts?.data_points ?? 0 },
            )}
          </p>
        </section>
      </div>
      {opening ? (
        <QuestOpening
          key={`${opening.row.id}/${opening.as}`}
          row={opening.row}
          onClose={() => setOpening(undefined)}
          onOpen={(quest) => {
            setOpening(undefined);
            if (opening.as === "published") return setPublished(quest);
            setEditing({ [opening.as]: quest, pointCount: opening.as === "quest" ? opening.row.sample_count : 0 });
          }}
        />
      ) : null}
      {published ? (
        <QuestStepDialog
          quest={published}
          step="publish"
          onTaken={() => setPublished(undefined)}
          onClose={() => setPublished(undefined)}
        />
      ) : null}
      {announcing ? (
        <AnnouncementDialog key={announcing.id} quest={announcing} onClose={() => setAnnouncing(undefined)} />
      ) : null}
      {asked ? <QuestionsDialog key={asked.id} quest={asked} onClose={() => setAsked(undefined)} /> : null}
      {editing ? (
        <QuestFormDialog
          key={`${editing.quest?.id}/${editing.copied?.id}`}
          quest={editing.quest}
          copied={editing.copied}
          organizations={organizations ?? []}
          protocolPart={(slot) => (
            <ProtocolPart
              key={slot.restored === undefined ? "opened" : "restored"}
              {...slot}
              pointCount={editing.pointCount ?? 0}
            />
          )}
          preview={(slot) => (
            <WhenFetched>
              <QuestPreview {...slot} />
            </WhenFetched>
          )}
          onDuplicate={(copied) => setEditing({ copied })}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </>
  );
}

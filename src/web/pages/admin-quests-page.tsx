import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "react-router";
import { errorMessages, statusMessages } from "../../contract/messages.ts";
import type { Quest } from "../../contract/quests.ts";
import { useAdminQuests, useOrganizations } from "../api/admin.ts";
import { useClientConfiguration } from "../api/configuration.ts";
import { Button } from "../components/button.tsx";
import { FailedState } from "../components/message-state.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { QuestFormDialog } from "../features/admin/quest-form-dialog.tsx";
import { QuestTable } from "../features/admin/quest-table.tsx";
import { paths } from "../paths.ts";
import { AdminOnly } from "../shell/admin-only.tsx";
import styles from "./admin-page.module.css";

export function AdminQuestsPage() {
  return (
    <AdminOnly title="Quests">
      <AdminQuests />
    </AdminOnly>
  );
}

function AdminQuests() {
  const { data: quests, error, mutate } = useAdminQuests();
  const { data: organizations } = useOrganizations();
  const { data: configuration } = useClientConfiguration();
  const [editing, setEditing] = useState<Quest | "new">();
  const adventurerCount = (quests ?? []).reduce((sum, quest) => sum + quest.adventurer_count, 0);
  const pointCount = (quests ?? []).reduce((sum, quest) => sum + quest.quest_data.length, 0);

  return (
    <>
      <header className={styles.head}>
        <h1>Quests</h1>
        <Button tone="primary" icon={<Plus aria-hidden="true" />} onClick={() => setEditing("new")}>
          Create New Quest
        </Button>
      </header>
      {quests ? (
        <QuestTable quests={quests} onEdit={setEditing} />
      ) : error ? (
        <FailedState message={errorMessages.fetchFailed} onRetry={() => void mutate()} />
      ) : (
        <Loading label={statusMessages.loadingQuests}>
          <Skeleton height="26rem" radius="10px" />
        </Loading>
      )}
      <div className={styles.below}>
        <section>
          <h2>Adventurers</h2>
          <p>
            {adventurerCount} have joined a quest. <Link to={paths.adminApplications}>Who joined which quest</Link>
          </p>
        </section>
        <section>
          <h2>Datasets</h2>
          <p>
            {pointCount} data points so far. <Link to={paths.adminDatasets}>Download what was accepted</Link>
          </p>
        </section>
      </div>
      {editing ? (
        <QuestFormDialog
          key={editing === "new" ? "new" : editing.id}
          quest={editing === "new" ? undefined : editing}
          organizations={organizations ?? []}
          tiles={{ url: configuration?.tile_url, attribution: configuration?.tile_attribution }}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </>
  );
}

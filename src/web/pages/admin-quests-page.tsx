import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { Link } from "react-router";
import type { Quest } from "../../contract/quests.ts";
import { useAdminQuests, useOrganizations } from "../api/admin.ts";
import { useClientConfiguration } from "../api/configuration.ts";
import { Button } from "../components/button.tsx";
import { FailedState } from "../components/message-state.tsx";
import { Loading, Skeleton } from "../components/skeleton.tsx";
import { QuestFormDialog } from "../features/admin/quest-form-dialog.tsx";
import { QuestTable } from "../features/admin/quest-table.tsx";
import { ProtocolPart } from "../features/protocol-editor/protocol-part.tsx";
import { paths } from "../paths.ts";
import { AdminOnly } from "../shell/admin-only.tsx";
import { rich, t } from "../texts/admin.ts";
import { t as questsText } from "../texts/quests.ts";
import styles from "./admin-page.module.css";

/** The quest that is edited; without one, a new one, which may begin as a copy. */
type Editing = { quest?: Quest; copied?: Quest };

export function AdminQuestsPage() {
  return (
    <AdminOnly title={t("admin.quests.title")}>
      <AdminQuests />
    </AdminOnly>
  );
}

function AdminQuests() {
  const { data: quests, error, mutate } = useAdminQuests();
  const { data: organizations } = useOrganizations();
  const { data: configuration } = useClientConfiguration();
  const [editing, setEditing] = useState<Editing>();
  const adventurerCount = (quests ?? []).reduce((sum, quest) => sum + quest.adventurer_count, 0);
  const pointCount = (quests ?? []).reduce((sum, quest) => sum + quest.quest_data.length, 0);

  return (
    <>
      <header className={styles.head}>
        <h1>{t("admin.quests.title")}</h1>
        <Button tone="primary" icon={<Plus aria-hidden="true" />} onClick={() => setEditing({})}>
          {t("admin.quests.create")}
        </Button>
      </header>
      {quests ? (
        <QuestTable
          quests={quests}
          onEdit={(quest) => setEditing({ quest })}
          onDuplicate={(copied) => setEditing({ copied })}
        />
      ) : error ? (
        <FailedState message={t("app.fetchFailed")} onRetry={() => void mutate()} />
      ) : (
        <Loading label={questsText("quests.loading")}>
          <Skeleton height="26rem" radius="10px" />
        </Loading>
      )}
      <div className={styles.below}>
        <section>
          <h2>{t("admin.quests.adventurers")}</h2>
          <p>
            {rich(
              "admin.quests.adventurers.joined",
              { link: (words) => <Link to={paths.adminApplications}>{words}</Link> },
              { count: adventurerCount },
            )}
          </p>
        </section>
        <section>
          <h2>{t("admin.quests.datasets")}</h2>
          <p>
            {rich(
              "admin.quests.datasets.collected",
              { link: (words) => <Link to={paths.adminDatasets}>{words}</Link> },
              { count: pointCount },
            )}
          </p>
        </section>
      </div>
      {editing ? (
        <QuestFormDialog
          key={`${editing.quest?.id}/${editing.copied?.id}`}
          quest={editing.quest}
          copied={editing.copied}
          organizations={organizations ?? []}
          tiles={{ url: configuration?.tile_url, attribution: configuration?.tile_attribution }}
          protocolPart={(slot) => <ProtocolPart {...slot} quests={quests ?? []} />}
          onDuplicate={(copied) => setEditing({ copied })}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
    </>
  );
}

import Copy from "lucide-react/icons/copy";
import Pencil from "lucide-react/icons/pencil";
import Search from "lucide-react/icons/search";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { type QuestStatus, questStatuses } from "../../../contract/enums.ts";
import type { Quest } from "../../../contract/quests.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { formatDay } from "../../components/dates.ts";
import { Field } from "../../components/field.tsx";
import { EmptyState } from "../../components/message-state.tsx";
import { formatNumber } from "../../components/numbers.ts";
import { Pill, type PillTone } from "../../components/pill.tsx";
import { paths } from "../../paths.ts";
import { t } from "../../texts/admin.ts";
import { t as componentsText } from "../../texts/components.ts";
import styles from "./quest-table.module.css";

const rowsAtFirst = 100;

const statusTones: Record<QuestStatus, PillTone> = {
  INACTIVE: "neutral",
  ACCEPTING_APPLICATIONS: "info",
  IN_PROGRESS: "ok",
  DATA_PROCESSING: "warning",
  COMPLETED: "neutral",
};

type Actions = { onEdit: (quest: Quest) => void; onDuplicate: (quest: Quest) => void };

/** Every quest, by name or status, with what waits for an admin. */
export function QuestTable({ quests, onEdit, onDuplicate }: { quests: readonly Quest[] } & Actions) {
  const [text, setText] = useState("");
  const [status, setStatus] = useState<QuestStatus | "">("");
  const [shownCount, setShownCount] = useState(rowsAtFirst);
  const needle = useDeferredValue(text).trim().toLocaleLowerCase();
  const found = quests.filter(
    (quest) =>
      (status === "" || quest.quest_status === status) &&
      (needle === "" ||
        `${quest.quest_name} ${quest.organization.organization_name}`.toLocaleLowerCase().includes(needle)),
  );
  return (
    <div className={styles.quests}>
      <search className={styles.filters}>
        <Field label={t("admin.quests.search")} className={styles.search}>
          {(control) => (
            <>
              <Search aria-hidden="true" className={styles.searchIcon} />
              <input
                {...control}
                className={`${control.className} ${styles.searchInput}`}
                type="search"
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
            </>
          )}
        </Field>
        <Field label={t("admin.quests.filter.status")}>
          {(control) => (
            <select
              {...control}
              value={status}
              onChange={(event) => setStatus(event.currentTarget.value as QuestStatus | "")}
            >
              <option value="">{t("admin.quests.filter.anyStatus")}</option>
              {questStatuses.map((value) => (
                <option key={value} value={value}>
                  {t(`admin.status.${value}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className={styles.count} role="status">
          {found.length === quests.length
            ? t("admin.quests.count", { count: found.length })
            : t("admin.quests.countFound", { count: found.length, total: quests.length })}
        </p>
      </search>
      {found.length === 0 ? (
        <EmptyState
          action={
            quests.length > 0 ? (
              <Button
                onClick={() => {
                  setText("");
                  setStatus("");
                }}
              >
                {t("admin.quests.showAll")}
              </Button>
            ) : null
          }
        >
          {t(quests.length === 0 ? "admin.quests.none" : "admin.quests.noMatch")}
        </EmptyState>
      ) : (
        <DataTable
          label={t("admin.quests.title")}
          rows={found}
          rowKey={({ id }) => id}
          columns={columnsOf({ onEdit, onDuplicate })}
          shownMax={shownCount}
        />
      )}
      {found.length > shownCount ? (
        <Button onClick={() => setShownCount(shownCount + rowsAtFirst)}>{componentsText("components.showMore")}</Button>
      ) : null}
    </div>
  );
}

const columnsOf = ({ onEdit, onDuplicate }: Actions): Column<Quest>[] => [
  {
    key: "quest",
    label: t("admin.quests.column.quest"),
    kind: "name",
    className: styles.name,
    sortBy: ({ quest_name }) => quest_name,
    cell: ({ id, quest_name }) => <Link to={paths.quest(id)}>{quest_name}</Link>,
  },
  {
    key: "organization",
    label: t("admin.quests.column.organization"),
    sortBy: ({ organization }) => organization.organization_name,
    cell: ({ organization }) => organization.organization_name,
  },
  {
    key: "location",
    label: t("admin.quests.column.location"),
    sortBy: placeOf,
    cell: (quest) => placeOf(quest) ?? t("admin.quests.row.notAvailable"),
  },
  {
    key: "deadline",
    label: t("admin.quests.column.deadline"),
    className: styles.nowrap,
    sortBy: ({ quest_deadline }) => quest_deadline,
    cell: ({ quest_deadline }) =>
      quest_deadline ? (
        <time dateTime={quest_deadline}>{formatDay(quest_deadline)}</time>
      ) : (
        t("admin.quests.row.notAvailable")
      ),
  },
  {
    key: "status",
    label: t("admin.quests.column.status"),
    sortBy: ({ quest_status }) => questStatuses.indexOf(quest_status),
    cell: ({ quest_status }) => <Pill tone={statusTones[quest_status]}>{t(`admin.status.${quest_status}`)}</Pill>,
  },
  {
    key: "samples",
    label: t("admin.quests.column.samples"),
    kind: "number",
    sortBy: ({ quest_data }) => quest_data.length,
    cell: (quest) => <Samples of={quest} />,
  },
  {
    key: "applications",
    label: t("admin.quests.column.applications"),
    kind: "number",
    sortBy: ({ active_adventurer_count }) => active_adventurer_count,
    cell: (quest) => <Applications of={quest} />,
  },
  {
    key: "progress",
    label: t("admin.quests.column.progress"),
    cell: (quest) => <Progress of={quest} />,
  },
  {
    key: "edit",
    label: t("admin.quests.column.edit"),
    kind: "action",
    cell: (quest) => (
      <div className={styles.actions}>
        <Button
          small
          icon={<Pencil aria-hidden="true" />}
          className={styles.edit}
          aria-label={t("admin.quests.row.editQuest", { questName: quest.quest_name })}
          onClick={() => onEdit(quest)}
        >
          {t("admin.quests.row.edit")}
        </Button>
        <IconButton
          label={t("admin.quests.row.duplicateQuest", { questName: quest.quest_name })}
          className={styles.duplicate}
          onClick={() => onDuplicate(quest)}
        >
          <Copy aria-hidden="true" />
        </IconButton>
      </div>
    ),
  },
];

function placeOf({ locations: [place] }: Quest): string | null {
  return place ? `${place.locality}, ${place.country}` : null;
}

function Samples({ of: quest }: { of: Quest }) {
  const count = quest.quest_data.length;
  const pending = quest.quest_data.filter(({ review }) => review === null).length;
  return (
    <>
      <Link
        to={`${paths.adminSamples}?quest=${quest.id}`}
        aria-label={t("admin.quests.row.samples", { count, pending, questName: quest.quest_name })}
      >
        {formatNumber(count)}
      </Link>
      {pending > 0 ? <span className={styles.aside}>{t("admin.quests.row.pending", { count: pending })}</span> : null}
    </>
  );
}

function Applications({ of: quest }: { of: Quest }) {
  return (
    <>
      <Link
        to={paths.adminPendingApplications(quest.id)}
        aria-label={t("admin.quests.row.applications", {
          count: quest.active_adventurer_count,
          questName: quest.quest_name,
        })}
      >
        {formatNumber(quest.active_adventurer_count)}
      </Link>
      {quest.adventurer_limit === null ? null : (
        <span className={styles.aside}>
          {t("admin.quests.row.limit", {
            joined: formatNumber(quest.adventurer_count),
            limit: formatNumber(quest.adventurer_limit),
          })}
        </span>
      )}
    </>
  );
}

function Progress({ of: quest }: { of: Quest }) {
  const count = quest.quest_data.length;
  const accepted = quest.quest_data.filter(({ review }) => review?.decision === "accepted").length;
  return (
    <>
      {t(`admin.status.${quest.quest_status}`)}
      {count > 0 ? (
        <span className={styles.aside}>
          {t("admin.quests.row.accepted", { accepted: formatNumber(accepted), count: formatNumber(count) })}
        </span>
      ) : null}
    </>
  );
}

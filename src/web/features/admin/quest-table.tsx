import Copy from "lucide-react/icons/copy";
import Megaphone from "lucide-react/icons/megaphone";
import Pencil from "lucide-react/icons/pencil";
import Search from "lucide-react/icons/search";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router";
import { t } from "../../../../generated/web-texts/admin.ts";
import { t as lifeText } from "../../../../generated/web-texts/life.ts";
import { t as progressText } from "../../../../generated/web-texts/progress.ts";
import { t as questionsText } from "../../../../generated/web-texts/questions.ts";
import { t as questsText } from "../../../../generated/web-texts/quests.ts";
import { questCountMax } from "../../../contract/desk-tables.ts";
import { type QuestStatus, questStatuses, questTypes } from "../../../contract/enums.ts";
import { shortTextLength } from "../../../contract/limits.ts";
import type { Organization } from "../../../contract/organizations.ts";
import type { QuestCounts, QuestSummary } from "../../../contract/quest-summaries.ts";
import { questsPerPage, useQuestSummaries } from "../../foundation/api/quest-administration.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { deskPaths } from "../../foundation/desk-paths.ts";
import { paths } from "../../foundation/paths.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { classNames } from "../../ui/class-names.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { formatDate } from "../../ui/dates.ts";
import { Field } from "../../ui/field.tsx";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { formatCount } from "../../ui/numbers.ts";
import { Pill, type PillTone } from "../../ui/pill.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import { TypedInput } from "../../ui/typed-input.tsx";
import { stageOf } from "./quest-life.tsx";
import styles from "./quest-table.module.css";
import { useQuestQuery } from "./use-quest-query.ts";

const statusTones: Record<QuestStatus, PillTone> = {
  INACTIVE: "neutral",
  ACCEPTING_APPLICATIONS: "info",
  IN_PROGRESS: "ok",
  DATA_PROCESSING: "warning",
  COMPLETED: "neutral",
};

type Actions = {
  onEdit: (quest: QuestSummary) => void;
  onDuplicate: (quest: QuestSummary) => void;
  onPublish: (quest: QuestSummary) => void;
  onAnnounce: (quest: QuestSummary) => void;
  onQuestions: (quest: QuestSummary) => void;
};

/** The quests, one page at a time. The server searches, filters and sorts as the address says. */
export function QuestTable({
  organizations,
  children,
  ...actions
}: Actions & {
  /** Undefined until they are known: their filter has its place. */
  organizations: readonly Organization[] | undefined;
  /** What lies below, once the table has its height. */
  children: ReactNode;
}) {
  const { query, filter, setFilter, pages } = useQuestQuery();
  const { data: page, error, isLoading, mutate } = useQuestSummaries(query);
  const { data: counts } = useCall("countQuests", { query: filter }, { keepPreviousData: true });
  const [resets, setResets] = useState(0);
  const showAll = () => {
    setResets(resets + 1);
    pages.reset();
  };
  const top = useRef<HTMLDivElement>(null);
  const turn = (go: () => void) => {
    go();
    top.current?.scrollIntoView?.({ block: "start" });
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <div ref={top} className="stack gap-16">
        <search className={`cluster gap-12 across-16 ${styles.filters}`}>
          <Field label={t("admin.quests.search")} className={styles.search}>
            {(control) => (
              <>
                <Search aria-hidden="true" className={`muted ${styles.searchIcon}`} />
                <TypedInput
                  key={resets}
                  {...control}
                  className={`${control.className} ${styles.searchInput}`}
                  type="search"
                  maxLength={shortTextLength}
                  value={filter.q ?? ""}
                  onChange={(text) => {
                    const q = text.trim();
                    if (q !== (filter.q ?? "")) setFilter({ q });
                  }}
                />
              </>
            )}
          </Field>
          <SelectField
            label={t("admin.quests.filter.status")}
            className={styles.filter}
            value={filter.status}
            any={t("admin.quests.filter.any")}
            options={questStatuses.map((value) => [value, t(`admin.status.${value}`)])}
            onChoose={(status) => setFilter({ status })}
          />
          <SelectField
            label={t("admin.quests.filter.type")}
            className={styles.filter}
            value={filter.type}
            any={t("admin.quests.filter.any")}
            options={questTypes.map((value) => [value, t(`app.questType.${value}`)])}
            onChoose={(type) => setFilter({ type })}
          />
          {!organizations || (organizations.length > 1 && organizations.length <= organizationsOfferedMax) ? (
            <SelectField
              label={t("admin.quests.filter.organization")}
              className={styles.filter}
              value={filter.organization_id?.toString()}
              any={t("admin.quests.filter.any")}
              options={(organizations ?? []).map(({ id, organization_name }) => [String(id), organization_name])}
              onChoose={(organization) => setFilter({ organization })}
            />
          ) : null}
          <SelectField
            label={lifeText("life.show")}
            className={styles.filter}
            value={filter.questions ?? filter.archived}
            any={lifeText("life.show.listed")}
            options={[
              ["open", lifeText("life.show.questions")],
              ["only", lifeText("life.show.archived")],
            ]}
            onChoose={(shown) =>
              setFilter({ archived: shown === "only" ? shown : "", questions: shown === "open" ? shown : "" })
            }
          />
          <p className={`muted figures ${styles.count}`} role="status">
            {counts ? countWords(counts, isFiltered) : null}
          </p>
        </search>
        {page ? (
          page.data.length === 0 ? (
            <EmptyState
              action={
                isFiltered || pages.isLater ? <Button onClick={showAll}>{t("admin.quests.showAll")}</Button> : null
              }
            >
              {t(isFiltered || pages.isLater ? "admin.quests.noMatch" : "admin.quests.none")}
            </EmptyState>
          ) : (
            <div aria-busy={isLoading}>
              <DataTable
                label={t("admin.quests.title")}
                rows={page.data}
                rowKey={({ id }) => id}
                columns={columnsOf(actions)}
              />
            </div>
          )
        ) : error === undefined ? (
          <Loading label={questsText("quests.loading")} height="100dvh" />
        ) : null}
        {error === undefined ? null : <FailedState message={t("app.fetchFailed")} onRetry={() => void mutate()} />}
        {page ? <PageTurner pages={pages} shownCount={page.data.length} nextPart={page.nextPart} turn={turn} /> : null}
      </div>
      {page || error ? children : null}
    </>
  );
}

function PageTurner({
  pages: { isLater, before, back, next },
  shownCount,
  nextPart,
  turn,
}: {
  pages: ReturnType<typeof useQuestQuery>["pages"];
  shownCount: number;
  nextPart: string | undefined;
  turn: (go: () => void) => void;
}) {
  if (!isLater && nextPart === undefined) return null;
  return (
    <nav className={`cluster center gap-8 across-16 ${styles.pages}`} aria-label={t("admin.quests.pages")}>
      {isLater ? (
        <Button onClick={() => turn(back)}>
          {t(before === undefined ? "admin.quests.firstPage" : "admin.quests.previousPage")}
        </Button>
      ) : null}
      {before === undefined ? null : (
        <span className="muted figures">
          {t("admin.quests.range", { first: before * questsPerPage + 1, last: before * questsPerPage + shownCount })}
        </span>
      )}
      {nextPart === undefined ? null : (
        <Button onClick={() => turn(() => next(nextPart))}>{t("admin.quests.nextPage")}</Button>
      )}
    </nav>
  );
}

/** If there are more organizations, the search finds quests by their organization. */
const organizationsOfferedMax = 200;

function countWords({ found, quests }: QuestCounts, isFiltered: boolean): string {
  if (!isFiltered) return t("admin.quests.count", { count: found < questCountMax ? found : quests });
  if (found < questCountMax) return t("admin.quests.countFound", { count: found, total: quests });
  return t("admin.quests.countFoundMany", { count: found, total: quests });
}

const columnsOf = ({ onEdit, onDuplicate, onPublish, onAnnounce, onQuestions }: Actions): Column<QuestSummary>[] => [
  {
    key: "quest",
    label: t("admin.quests.column.quest"),
    kind: "name",
    className: `strong ${styles.name}`,
    sortBy: "server",
    cell: ({ id, quest_name }) => <Link to={paths.quest(id)}>{quest_name}</Link>,
  },
  {
    key: "organization",
    label: t("admin.quests.column.organization"),
    sortBy: "server",
    isVerbatim: true,
    cell: ({ organization_name }) => organization_name,
  },
  {
    key: "location",
    label: t("admin.quests.column.location"),
    sortBy: "server",
    cell: ({ locality, country }) =>
      locality === null || country === null ? t("admin.quests.row.notAvailable") : `${locality}, ${country}`,
  },
  {
    key: "deadline",
    label: t("admin.quests.column.deadline"),
    className: "nowrap",
    sortBy: "server",
    cell: ({ quest_deadline }) =>
      quest_deadline ? (
        <time dateTime={quest_deadline}>{formatDate(quest_deadline)}</time>
      ) : (
        t("admin.quests.row.notAvailable")
      ),
  },
  {
    key: "status",
    label: t("admin.quests.column.status"),
    sortBy: "server",
    cell: (quest) => <Status of={quest} />,
  },
  {
    key: "samples",
    label: t("admin.quests.column.samples"),
    kind: "number",
    sortBy: "server",
    cell: (quest) => <Samples of={quest} />,
  },
  {
    key: "applications",
    label: t("admin.quests.column.applications"),
    kind: "number",
    sortBy: "server",
    cell: (quest) => <Applications of={quest} />,
  },
  {
    key: "progress",
    label: t("admin.quests.column.progress"),
    className: styles.progress,
    cell: (quest) => <Progress of={quest} onQuestions={onQuestions} />,
  },
  {
    key: "edit",
    label: t("admin.quests.column.edit"),
    kind: "action",
    cell: (quest) => (
      <div className="cluster center gap-4">
        {quest.quest_status === "INACTIVE" ? (
          <Button
            small
            tone="primary"
            aria-label={lifeText("life.row.publishQuest", { questName: quest.quest_name })}
            onClick={() => onPublish(quest)}
          >
            {lifeText("life.row.publish")}
          </Button>
        ) : null}
        <Button
          small
          icon={<Pencil aria-hidden="true" />}
          className={styles.edit}
          aria-label={t("admin.quests.row.editQuest", { questName: quest.quest_name })}
          onClick={() => onEdit(quest)}
        >
          {t("admin.quests.row.edit")}
        </Button>
        <span className="row gap-4">
          <IconButton
            label={t("admin.quests.row.duplicateQuest", { questName: quest.quest_name })}
            className={styles.duplicate}
            onClick={() => onDuplicate(quest)}
          >
            <Copy aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t("admin.quests.row.announce", { questName: quest.quest_name })}
            className={styles.duplicate}
            onClick={() => onAnnounce(quest)}
          >
            <Megaphone aria-hidden="true" />
          </IconButton>
        </span>
      </div>
    ),
  },
];

function Status({ of: quest }: { of: QuestSummary }) {
  const stage = stageOf(quest);
  return (
    <>
      <Pill tone={statusTones[quest.quest_status]}>{t(`admin.status.${quest.quest_status}`)}</Pill>
      {stage === "draft" || stage === "hidden" ? (
        <span className={classNames("muted small nowrap", styles.aside, styles.wrapping)}>
          {lifeText(`life.row.${stage}`)}
        </span>
      ) : null}
    </>
  );
}

function Samples({ of: quest }: { of: QuestSummary }) {
  const { sample_count: count, pending_count: pending } = quest;
  return (
    <>
      <Link
        to={`${deskPaths.samples}?quest=${quest.id}`}
        aria-label={t("admin.quests.row.samples", { count, pending, questName: quest.quest_name })}
      >
        {formatCount(count)}
      </Link>
      {pending > 0 ? (
        <span className={`muted small nowrap ${styles.aside}`}>
          {t("admin.quests.row.pending", { count: pending })}
        </span>
      ) : null}
    </>
  );
}

function Applications({ of: quest }: { of: QuestSummary }) {
  return (
    <>
      <Link
        to={deskPaths.pendingApplications(quest.id)}
        aria-label={t("admin.quests.row.applications", {
          count: quest.active_adventurer_count,
          questName: quest.quest_name,
        })}
      >
        {formatCount(quest.active_adventurer_count)}
      </Link>
      {quest.adventurer_limit === null ? null : (
        <span className={`muted small nowrap ${styles.aside}`}>
          {t("admin.quests.row.limit", {
            joined: formatCount(quest.adventurer_count),
            limit: formatCount(quest.adventurer_limit),
          })}
        </span>
      )}
    </>
  );
}

function Progress({ of: quest, onQuestions }: { of: QuestSummary; onQuestions: (quest: QuestSummary) => void }) {
  const open = quest.open_question_count ?? 0;
  const { sample_count: count, accepted_count: accepted, target_total: target } = quest;
  return (
    <>
      {t(`admin.status.${quest.quest_status}`)}
      {count > 0 ? (
        <span className={classNames("muted small nowrap", styles.aside, styles.wrapping)}>
          {t("admin.quests.row.accepted", { accepted: formatCount(accepted), count: formatCount(count) })}
        </span>
      ) : null}
      {target ? (
        <span className={classNames("muted small nowrap", styles.aside, styles.wrapping)}>
          {lifeText("life.target.row", { accepted, target })}
          <ProgressBar label={lifeText("life.target.meter")} value={accepted} max={target} />
        </span>
      ) : null}
      <span className={classNames("muted small nowrap", styles.aside, styles.wrapping, styles.links)}>
        <Link
          to={deskPaths.questProgress(quest.id)}
          aria-label={progressText("progress.of", { questName: quest.quest_name })}
        >
          {progressText("progress.title")}
        </Link>
        <button
          type="button"
          aria-label={questionsText("questions.row", { count: open, questName: quest.quest_name })}
          onClick={() => onQuestions(quest)}
        >
          {questionsText("questions.row.open", { count: open })}
        </button>
      </span>
    </>
  );
}

import Pencil from "lucide-react/icons/pencil";
import Search from "lucide-react/icons/search";
import { useDeferredValue, useState } from "react";
import { Link } from "react-router";
import { type QuestStatus, questStatuses } from "../../../contract/enums.ts";
import type { Quest } from "../../../contract/quests.ts";
import { Button } from "../../components/button.tsx";
import { formatDay } from "../../components/dates.ts";
import { Field } from "../../components/field.tsx";
import { EmptyState } from "../../components/message-state.tsx";
import { Pill } from "../../components/pill.tsx";
import { numeric, Table } from "../../components/table.tsx";
import { paths } from "../../paths.ts";
import { questStatusWords } from "./quest-statuses.ts";
import styles from "./quest-table.module.css";

const rowsAtFirst = 100;

/** Every quest, by name or status, with what waits for an admin. */
export function QuestTable({ quests, onEdit }: { quests: readonly Quest[]; onEdit: (quest: Quest) => void }) {
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
        <Field label="Search by quest or organization" className={styles.search}>
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
        <Field label="Status">
          {(control) => (
            <select
              {...control}
              value={status}
              onChange={(event) => setStatus(event.currentTarget.value as QuestStatus | "")}
            >
              <option value="">All</option>
              {questStatuses.map((value) => (
                <option key={value} value={value}>
                  {questStatusWords[value].label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p className={styles.count} role="status">
          {found.length === quests.length ? `${found.length} quests` : `${found.length} of ${quests.length} quests`}
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
                Show all quests
              </Button>
            ) : null
          }
        >
          {quests.length === 0 ? "There are no quests yet. Create the first one." : "No quest matches."}
        </EmptyState>
      ) : (
        <Table label="Quests">
          <thead>
            <tr>
              <th scope="col">Quest</th>
              <th scope="col">Organization</th>
              <th scope="col">Location</th>
              <th scope="col">Deadline</th>
              <th scope="col">Status</th>
              <th scope="col" className={numeric}>
                Samples for review
              </th>
              <th scope="col" className={numeric}>
                Pending applications
              </th>
              <th scope="col">Progress</th>
              <th scope="col">
                <span className="visually-hidden">Edit</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, shownCount).map((quest) => (
              <QuestRow key={quest.id} quest={quest} onEdit={onEdit} />
            ))}
          </tbody>
        </Table>
      )}
      {found.length > shownCount ? (
        <Button onClick={() => setShownCount(shownCount + rowsAtFirst)}>Show more</Button>
      ) : null}
    </div>
  );
}

function QuestRow({ quest, onEdit }: { quest: Quest; onEdit: (quest: Quest) => void }) {
  const place = quest.locations[0];
  const { label, tone } = questStatusWords[quest.quest_status];
  const pending = quest.quest_data.filter(({ review }) => review === null).length;
  const accepted = quest.quest_data.filter(({ review }) => review?.decision === "accepted").length;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <Link to={paths.quest(quest.id)}>{quest.quest_name}</Link>
      </th>
      <td>{quest.organization.organization_name}</td>
      <td>{place ? `${place.locality}, ${place.country}` : "n/a"}</td>
      <td className={styles.nowrap}>
        {quest.quest_deadline ? <time dateTime={quest.quest_deadline}>{formatDay(quest.quest_deadline)}</time> : "n/a"}
      </td>
      <td>
        <Pill tone={tone}>{label}</Pill>
      </td>
      <td className={numeric}>
        <Link
          to={`${paths.adminSamples}?quest=${quest.id}`}
          aria-label={`${quest.quest_data.length} samples of ${quest.quest_name}, ${pending} pending`}
        >
          {quest.quest_data.length}
        </Link>
        {pending > 0 ? <span className={styles.aside}>{pending} pending</span> : null}
      </td>
      <td className={numeric}>
        <Link to={paths.adminApplications} aria-label={`${quest.adventurer_count} adventurers of ${quest.quest_name}`}>
          {quest.adventurer_count}
        </Link>
        {quest.adventurer_limit === null ? null : <span className={styles.aside}>of {quest.adventurer_limit}</span>}
      </td>
      <td>
        {label}
        {quest.quest_data.length > 0 ? (
          <span className={styles.aside}>
            {accepted} of {quest.quest_data.length} accepted
          </span>
        ) : null}
      </td>
      <td>
        <Button
          small
          icon={<Pencil aria-hidden="true" />}
          className={styles.edit}
          aria-label={`view/edit ${quest.quest_name}`}
          onClick={() => onEdit(quest)}
        >
          view/edit
        </Button>
      </td>
    </tr>
  );
}

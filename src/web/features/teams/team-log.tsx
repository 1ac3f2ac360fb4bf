import { useEffect } from "react";
import { t } from "../../../../generated/web-texts/members.ts";
import type { LogEntry } from "../../../contract/teams.ts";
import { rowsPerPart, useListInParts } from "../../foundation/api/list-parts.ts";
import { FetchedInParts } from "../../ui/fetched.tsx";
import { Instant } from "../../ui/instant.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import styles from "./teams.module.css";

/** Who changed the team, newest first. `changes` counts the changes made on this page; each fetches the log again. */
export function TeamLog({ organizationId, changes }: { organizationId: number; changes: number }) {
  const list = useListInParts("listTeamLog", { params: { id: organizationId }, query: { limit: rowsPerPart } });
  const { reload } = list;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reload` is another function after each rendering.
  useEffect(() => {
    if (changes > 0) void reload();
  }, [changes]);
  return (
    <FetchedInParts list={list} empty={t("members.log.none")}>
      {(entries) => (
        <ol className={`stack card ruled ${styles.log}`}>
          {entries.map((entry) => (
            <li key={entry.id} className="cluster between across-16">
              {withNames((name) => sentenceOf(entry, name))}
              <Instant of={entry.at} />
            </li>
          ))}
        </ol>
      )}
    </FetchedInParts>
  );
}

function sentenceOf(
  { actor: actorName, as_administrator, action, person, role }: LogEntry,
  name: (words: string) => string,
): string {
  const actor = as_administrator ? t("members.log.administrator", { actor: name(actorName) }) : name(actorName);
  const words = { actor, role: role ? t(`members.role.${role}`) : "" };
  switch (action) {
    case "member_added":
    case "role_changed":
    case "member_removed":
      return t(`members.log.${action}`, { ...words, person: name(person ?? "") });
    default:
      return t(`members.log.${action}`, words);
  }
}

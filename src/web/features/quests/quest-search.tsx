import LocateFixed from "lucide-react/icons/locate-fixed";
import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { t } from "../../../../generated/web-texts/quests.ts";
import type { QuestStatus } from "../../../contract/enums.ts";
import { shortTextLength } from "../../../contract/limits.ts";
import { lazily } from "../../foundation/texts/lazily.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { questTypeChips, questTypeIcons } from "../../ui/quest-type.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useMediaQuery, wideScreen } from "../../ui/use-media-query.ts";
import { WhenFetched } from "../../ui/when-fetched.tsx";
import styles from "./quest-search.module.css";
import type { QuestSearch, QuestSearchChange } from "./use-home-view.ts";
import type { NearMe } from "./use-near-me.ts";

const NearProblem = lazily("NearProblem", () => import("./ask-for-position.tsx"));

const typingPauseMs = 300;

/** The statuses to filter by. The list has no quests that are not open yet. */
const filterableStatuses = [
  "ACCEPTING_APPLICATIONS",
  "IN_PROGRESS",
  "DATA_PROCESSING",
  "COMPLETED",
] as const satisfies QuestStatus[];

/** Search box, status and category chips. Typing replaces the URL; pressing a chip adds to the history. */
export function QuestSearchBar({
  search,
  near,
  isAlone,
  onEnter,
  onLeave,
  onChange,
  children,
}: {
  search: QuestSearch;
  near: NearMe;
  /** A phone shows nothing above it. */
  isAlone: boolean;
  onEnter: () => void;
  onLeave: () => void;
  onChange: (changes: QuestSearchChange, options?: { replace?: boolean }) => void;
  /** Beside the search box. */
  children?: ReactNode;
}) {
  const inputId = useId();
  const isWide = useMediaQuery(wideScreen);
  return (
    <search className={`stack gap-8 shrinks ${styles.search}`}>
      {/* Wide screens need no heading. */}
      {isWide ? null : (
        <h2 className={isAlone ? "visually-hidden" : `muted ${styles.heading}`}>{t("quests.search.title")}</h2>
      )}
      <div className={`cluster gap-8 ${styles.row}`}>
        <SearchBox
          id={inputId}
          q={search.q}
          isAlone={isAlone}
          onEnter={onEnter}
          onLeave={onLeave}
          onChange={(q) => onChange({ q }, { replace: true })}
        />
        {children}
      </div>
      <div className={`row gap-8 ${styles.filters}`}>
        <Button
          className={styles.near}
          aria-pressed={near.here !== undefined}
          aria-busy={near.isAsking || undefined}
          icon={near.isAsking ? <Spinner /> : <LocateFixed aria-hidden="true" />}
          onClick={near.toggle}
        >
          {t("quests.near")}
        </Button>
        <select
          className={styles.status}
          aria-label={t("quests.filters.status")}
          value={search.status ?? ""}
          onChange={(event) =>
            onChange({ status: event.target.value === "" ? undefined : (event.target.value as QuestStatus) })
          }
        >
          <option value="">{t("quests.filters.anyStatus")}</option>
          {filterableStatuses.map((status) => (
            <option key={status} value={status}>
              {t(`quests.status.${status}`)}
            </option>
          ))}
        </select>
        <fieldset className={`row gap-8 ${styles.chips}`}>
          <legend className="visually-hidden">{t("quests.filters")}</legend>
          {questTypeChips.map((type) => {
            const Icon = questTypeIcons[type];
            const isPressed = search.type === type;
            return (
              <button
                key={type}
                type="button"
                className={`center ${styles.chip}`}
                data-quest-type={type}
                aria-pressed={isPressed}
                onClick={() => onChange({ type: isPressed ? undefined : type })}
              >
                <Icon aria-hidden="true" />
                {t(`app.questType.${type}`)}
              </button>
            );
          })}
        </fieldset>
      </div>
      <WhenFetched>{near.problem && <NearProblem problem={near.problem} onClose={near.forgetProblem} />}</WhenFetched>
    </search>
  );
}

function SearchBox({
  id,
  q,
  isAlone,
  onEnter,
  onLeave,
  onChange,
}: {
  id: string;
  q: string;
  isAlone: boolean;
  onEnter: () => void;
  onLeave: () => void;
  onChange: (q: string) => void;
}) {
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const sent = useRef(q);

  // The URL changed: the back button or "clear".
  useEffect(() => {
    if (q === sent.current) return;
    sent.current = q;
    setText(q);
  }, [q]);
  // What was typed last isn't sent after the search was left.
  useEffect(() => {
    if (!isAlone) setText(sent.current);
  }, [isAlone]);

  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    if (text === sent.current) return;
    const path = window.location.pathname;
    const timer = setTimeout(() => {
      // The user has opened a quest meanwhile.
      if (window.location.pathname !== path) return;
      sent.current = text;
      latestOnChange.current(text);
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);

  const sendNow = (value: string) => {
    sent.current = value;
    setText(value);
    onChange(value);
  };

  return (
    <form
      className={`shrinks ${styles.box}`}
      onSubmit={(event) => {
        event.preventDefault();
        sendNow(text);
        input.current?.blur();
      }}
    >
      {isAlone ? (
        <IconButton label={t("quests.search.leave")} className={styles.leave} onClick={onLeave}>
          <span className={`flips ${styles.arrow}`} aria-hidden="true" />
        </IconButton>
      ) : (
        <Search className={`muted ${styles.lens}`} aria-hidden="true" />
      )}
      <label htmlFor={id} className="visually-hidden">
        {t("quests.search.label")}
      </label>
      <input
        className="wide"
        ref={input}
        id={id}
        type="search"
        placeholder={t("quests.search.placeholder")}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={shortTextLength}
        value={text}
        onFocus={onEnter}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || (text === "" && !isAlone)) return;
          event.preventDefault();
          if (text === "") onLeave();
          else sendNow("");
        }}
      />
      {text === "" ? null : (
        <IconButton
          label={t("quests.search.clear")}
          className={styles.clear}
          onClick={() => {
            sendNow("");
            input.current?.focus();
          }}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </form>
  );
}

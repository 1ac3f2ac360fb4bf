import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import X from "lucide-react/icons/x";
import type { KeyboardEvent } from "react";
import { t } from "../../../../generated/web-texts/kinds.ts";
import type { RankField } from "../../../protocol/field.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { classNames } from "../../ui/class-names.ts";
import { announce } from "../../ui/live-region.tsx";
import type { ControlProps } from "./control.ts";
import { QuestionPicture, QuestionSound } from "./question-media.tsx";
import styles from "./ranked-options.module.css";

/** Options are added in order, then moved. The last one needs no choice. */
export function RankedOptions({
  field,
  answer,
  onAnswer,
  labelId,
  describedBy,
  isWrong,
  disabled,
}: ControlProps<RankField>) {
  const { options } = field;
  const known = new Map(options.map(({ value, label }) => [value, fieldText(label)]));
  const pictures = new Map(options.map(({ value, picture }) => [value, picture]));
  const ranked = (Array.isArray(answer) ? (answer as readonly string[]) : []).filter((value) => known.has(value));
  const rest = options.filter(({ value }) => !ranked.includes(value));
  const sayOf = (value: string) => known.get(value) ?? value;
  const tell = (option: string, place: number) =>
    announce(t("kinds.rank.placed", { option: sayOf(option), place, count: options.length }));

  function add(value: string) {
    const last = rest.length === 2 ? rest.filter((each) => each.value !== value).map((each) => each.value) : [];
    onAnswer([...ranked, value, ...last]);
    tell(value, ranked.length + 1);
  }

  function move(index: number, by: number) {
    const value = ranked[index];
    const to = index + by;
    if (disabled || value === undefined || to < 0 || to >= ranked.length) return;
    onAnswer(ranked.toSpliced(index, 1).toSpliced(to, 0, value));
    tell(value, to + 1);
  }

  function remove(value: string) {
    const left = ranked.filter((each) => each !== value);
    onAnswer(left.length === 0 ? undefined : left);
    announce(t("kinds.rank.removed", { option: sayOf(value) }));
  }

  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(index, by);
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: the label is outside of it.
    <div
      role="group"
      className={classNames("stack gap-8", isWrong && styles.wrong)}
      aria-labelledby={labelId}
      aria-describedby={describedBy}
    >
      {ranked.length > 0 ? (
        <ol className="grid gap-8">
          {ranked.map((value, index) => (
            <li key={value} className={`row center gap-8 wide strong framed ${styles.ranked}`}>
              <span className={`middle figures ${styles.place}`} aria-hidden="true">
                {index + 1}
              </span>
              <QuestionPicture className={styles.picture} picture={pictures.get(value)} />
              <span className={`shrinks breaks ${styles.name}`}>{sayOf(value)}</span>
              {(
                [
                  ["up", -1, ArrowUp],
                  ["down", 1, ArrowDown],
                ] as const
              ).map(([name, by, Icon]) => (
                <button
                  key={name}
                  type="button"
                  className={`middle ${styles.button}`}
                  aria-label={t(`kinds.rank.${name}`, { option: sayOf(value) })}
                  // Stays focusable at the end of the list.
                  aria-disabled={disabled || index + by < 0 || index + by >= ranked.length}
                  onClick={() => move(index, by)}
                  onKeyDown={onKeyDown(index)}
                >
                  <Icon aria-hidden="true" />
                </button>
              ))}
              <button
                type="button"
                className={`middle ${styles.button}`}
                aria-label={t("kinds.rank.remove", { option: sayOf(value) })}
                disabled={disabled}
                onClick={() => remove(value)}
              >
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ol>
      ) : null}
      {rest.length > 0 ? (
        <>
          {ranked.length > 0 ? <p className="muted">{t("kinds.rank.rest")}</p> : null}
          <ul className="grid gap-8">
            {rest.map(({ value, picture, sound }) => (
              <li key={value}>
                <button
                  type="button"
                  className={`row center gap-8 wide framed ${styles.option}`}
                  aria-label={t("kinds.rank.add", { option: sayOf(value), place: ranked.length + 1 })}
                  disabled={disabled}
                  onClick={() => add(value)}
                >
                  <span className={`middle figures ${styles.place}`} aria-hidden="true">
                    {ranked.length + 1}
                  </span>
                  <QuestionPicture className={styles.picture} picture={picture} />
                  <span className={`shrinks breaks ${styles.name}`}>{sayOf(value)}</span>
                </button>
                <QuestionSound sound={sound} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

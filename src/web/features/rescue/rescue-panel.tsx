import { type ReactNode, useState } from "react";
import { t } from "../../../../generated/web-texts/outbox.ts";
import { Banner } from "../../ui/banner.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { withNames } from "../../ui/verbatim.tsx";
import { FileButton } from "./file-button.tsx";
import { PackButton } from "./pack-button.tsx";
import type { PutBackRow } from "./put-back.ts";
import styles from "./rescue.module.css";

/** Exports undelivered data points and restores exported ones. */
export function RescuePanel({
  account,
  draftCount,
  answerCount,
}: {
  account: string;
  draftCount: number;
  /** Answers and messages to reviewers. */
  answerCount: number;
}) {
  return (
    <section className="stack card gap-12 pad-16" aria-labelledby="rescue-title">
      <h2 id="rescue-title">{t("outbox.rescue.title")}</h2>
      <p>{t("outbox.rescue.explanation")}</p>
      <PackButton account={account} />
      {draftCount > 0 ? <p className="muted">{t("outbox.rescue.draftsLeftOut", { count: draftCount })}</p> : null}
      {answerCount > 0 ? <p className="muted">{t("outbox.rescue.answersLeftOut", { count: answerCount })}</p> : null}
      <p className={styles.second}>{t("outbox.rescue.putBack.explanation")}</p>
      <PutBackControl account={account} />
    </section>
  );
}

type Phase =
  | { kind: "resting" }
  | { kind: "reading"; share: number }
  | { kind: "done"; rows: readonly PutBackRow[] }
  | { kind: "failed"; message: ReactNode };

/** Restores a bundle to this device's outbox. */
function PutBackControl({ account }: { account: string }) {
  const [phase, setPhase] = useState<Phase>({ kind: "resting" });
  const choose = async (file: File) => {
    setPhase({ kind: "reading", share: 0 });
    try {
      const { putBack } = await import("./put-back.ts");
      const rows = await putBack(file, account, (share) => setPhase({ kind: "reading", share }));
      setPhase({ kind: "done", rows });
    } catch (error) {
      setPhase({ kind: "failed", message: await messageOf(error) });
    }
  };
  return (
    <div className={`stack start gap-12 shrinks ${styles.pack}`}>
      <FileButton
        label={t("outbox.rescue.putBack")}
        busy={phase.kind === "reading"}
        onChoose={(file) => void choose(file)}
      />
      {phase.kind === "reading" ? (
        <ProgressBar label={t("outbox.rescue.puttingBack")} value={phase.share} max={1} />
      ) : phase.kind === "failed" ? (
        <Banner tone="danger">{phase.message}</Banner>
      ) : phase.kind === "done" ? (
        <Result rows={phase.rows} />
      ) : null}
    </div>
  );
}

function Result({ rows }: { rows: readonly PutBackRow[] }) {
  const count = (wanted: PutBackRow["result"]) => rows.filter(({ result }) => result === wanted).length;
  const refused = rows.filter(({ result }) => result === "refused");
  return (
    <>
      <Banner tone={refused.length > 0 ? "warning" : "ok"}>
        {t("outbox.rescue.result", {
          restored: count("restored"),
          known: count("known"),
          refused: refused.length,
        })}
      </Banner>
      {refused.length > 0 ? (
        <ul className="stack gap-8 danger" aria-label={t("outbox.rescue.refusedPoints")}>
          {refused.map(({ id, questName, problem = "unreadable", file = "" }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an unreadable entry may have no id.
            <li key={`${index}/${id}`}>
              <strong>{questName || t("outbox.rescue.unnamed")}</strong> {problemWords(problem, file)}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

function problemWords(problem: NonNullable<PutBackRow["problem"]>, file: string): ReactNode {
  return problem === "unreadable"
    ? t("outbox.rescue.problem.unreadable")
    : withNames((name) => t(`outbox.rescue.problem.${problem}`, { file: name(file) }));
}

async function messageOf(error: unknown): Promise<ReactNode> {
  const [{ BundleProblemError }, { OutboxFullError }] = await Promise.all([
    import("./put-back.ts"),
    import("../../outbox/storage.ts"),
  ]);
  if (error instanceof OutboxFullError) return t("outbox.rescue.problem.full");
  if (!(error instanceof BundleProblemError)) {
    console.error(error);
    return t("outbox.rescue.problem.failed");
  }
  const { problem, account } = error;
  return problem === "other_account"
    ? withNames((name) => t("outbox.rescue.problem.other_account", { account: name(account) }))
    : t(`outbox.rescue.problem.${problem}`);
}

import ArrowLeft from "lucide-react/icons/arrow-left";
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { rich, t } from "../../../../generated/web-texts/review.ts";
import { specificationForm } from "../../../protocol/default-protocol.ts";
import { isMissing } from "../../foundation/api/api-error.ts";
import { useCall } from "../../foundation/api/use-call.ts";
import { EmptyState, FailedState } from "../../ui/message-state.tsx";
import { Loading } from "../../ui/skeleton.tsx";
import styles from "./review-desk.module.css";
import type { ReviewDesk } from "./review-desk.ts";
import { SampleOverview } from "./sample-detail.tsx";

type DeskSampleProps = {
  desk: ReviewDesk;
  id: string | undefined;
  isSecondLook: boolean;
  listAddress: string;
  /** Whether the person may change lessons of an organization's quests. */
  mayTeach: (organizationId: number) => boolean;
};

export function DeskSample({ desk, id, isSecondLook, listAddress, mayTeach }: DeskSampleProps) {
  const detail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the detail replaces the list.
    if (id !== undefined) detail.current?.scrollIntoView?.({ block: "nearest" });
  }, [id]);
  return (
    <div ref={detail} className="shrinks">
      {id === undefined ? (
        <section className={`pad-16 ${styles.none}`}>
          <h2>{t("review.none")}</h2>
          <EmptyState>
            {rich("review.none.hint", { keys: (words) => <span className={styles.keys}>{words}</span> })}
          </EmptyState>
        </section>
      ) : (
        <>
          <Link to={listAddress} className={`center gap-8 ${styles.back}`}>
            <ArrowLeft aria-hidden="true" />
            {t("review.all")}
          </Link>
          <OneSample desk={desk} id={id} isSecondLook={isSecondLook} mayTeach={mayTeach} />
        </>
      )}
    </div>
  );
}

function OneSample({ desk, id, isSecondLook, mayTeach }: Omit<DeskSampleProps, "id" | "listAddress"> & { id: string }) {
  const { data: sample, error, mutate } = useCall("getSample", { params: { id } }, { isAsWritten: true });
  if (sample) {
    return (
      <SampleOverview
        sample={sample}
        protocol={sample.protocol ?? specificationForm(sample.quest.quest_type)}
        onDecide={(review) => desk.decide(sample, review)}
        isSecondLook={isSecondLook}
        mayTeach={mayTeach(sample.quest.organization.id)}
      />
    );
  }
  if (isMissing(error)) return <EmptyState>{t("review.missing")}</EmptyState>;
  if (error !== undefined) return <FailedState message={t("review.failed")} onRetry={() => void mutate()} />;
  return <Loading height="36rem" />;
}

import { useEffect, useState } from "react";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { findComment, forgetOldComments, type KeptComment, keepComment } from "../../api/kept-comments.ts";
import { currentAccount } from "../../api/session.ts";

export type CommentedDecision = Exclude<ReviewDecision, "accepted">;

/** The comment on a sample, kept on this device as it is written: it outlives another sample, a reload and a crash. */
export function useKeptComment(sampleId: string): {
  comment: KeptComment;
  /** It was begun before the sample was opened now. */
  wasKept: boolean;
  change: (comment: KeptComment) => void;
  /** It was sent. */
  forget: () => void;
} {
  const [kept] = useState(() => findComment(currentAccount(), sampleId));
  const [comment, setComment] = useState<KeptComment>(kept ?? { text: "" });
  useEffect(() => forgetOldComments(), []);
  return {
    comment,
    wasKept: kept !== undefined && comment.text === kept.text,
    change: (next) => {
      setComment(next);
      keepComment(currentAccount(), sampleId, next);
    },
    forget: () => {
      setComment({ text: "" });
      keepComment(currentAccount(), sampleId, undefined);
    },
  };
}

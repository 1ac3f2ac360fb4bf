import { useEffect, useState } from "react";
import type { ReviewDecision } from "../../../contract/enums.ts";
import { findComment, forgetOldComments, type KeptComment, keepComment } from "../../foundation/api/kept-comments.ts";
import { currentAccount } from "../../foundation/api/session.ts";

export type CommentedDecision = Exclude<ReviewDecision, "accepted">;

/** A draft of a comment, saved on this device while it is written. */
export function useKeptComment(sampleId: string): {
  comment: KeptComment;
  /** It was started before the sample was opened. */
  wasKept: boolean;
  change: (comment: KeptComment) => void;
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

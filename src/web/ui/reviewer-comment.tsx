import MessageSquareText from "lucide-react/icons/message-square-text";
import { rich } from "../../../generated/web-texts/components.ts";
import { classNames } from "./class-names.ts";
import { hidden } from "./hidden-words.tsx";
import styles from "./reviewer-comment.module.css";

/** What a reviewer wrote with a decision. */
export function ReviewerComment({ comment, className }: { comment: string | null; className?: string | undefined }) {
  if (!comment) return null;
  return (
    <p className={classNames(styles.comment, className)}>
      <MessageSquareText aria-hidden="true" />
      <span>{rich("components.reviewerSays", { hidden }, { comment })}</span>
    </p>
  );
}

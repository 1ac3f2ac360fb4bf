import { type ReactNode, useId } from "react";
import { Part } from "../ui/part.tsx";
import styles from "./page-part.module.css";

/** A part of a desk page: its heading, what can be done there, and its content. */
export function PagePart({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={`stack gap-16 shrinks ${styles.part}`} aria-labelledby={id}>
      <div className="cluster center between gap-12">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <Part>{children}</Part>
    </section>
  );
}

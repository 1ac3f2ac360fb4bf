import ChevronLeft from "lucide-react/icons/chevron-left";
import { Link } from "react-router";
import styles from "./back-link.module.css";

/** Leads to the page above this one. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={`roomy gap-4 ${styles.back}`}>
      <ChevronLeft aria-hidden="true" />
      {children}
    </Link>
  );
}

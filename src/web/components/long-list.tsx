import type { HTMLAttributes, ReactElement } from "react";
import { lazily } from "../texts/lazily.ts";
import { WhenFetched } from "./when-fetched.tsx";

const WindowedList = lazily("WindowedList", () => import("./windowed-list.tsx"));

/** From so many on, only those in sight are in the page: each is some thirty elements. */
const windowedFrom = 100;

export type LongListProps = Omit<HTMLAttributes<HTMLElement>, "children"> & {
  as?: "ul" | "ol";
  reversed?: boolean;
  /** The items, each with its key. */
  children: readonly ReactElement[];
  itemClassName?: string | undefined;
  /** About what one takes, until it was measured. */
  itemHeightPx: number;
  /** With those that have not come yet; undefined: nobody knows. */
  total: number | undefined;
};

/** A list that may become long. */
export function LongList(props: LongListProps) {
  const { as: List = "ul", children, itemClassName, itemHeightPx: _, total: __, ...attributes } = props;
  const whole = (
    <List {...attributes}>
      {children.map((item) => (
        <li key={item.key} className={itemClassName}>
          {item}
        </li>
      ))}
    </List>
  );
  return children.length < windowedFrom ? (
    whole
  ) : (
    <WhenFetched fallback={whole}>
      <WindowedList {...props} />
    </WhenFetched>
  );
}

import { lazily } from "../foundation/texts/lazily.ts";
import { WhenFetched } from "./when-fetched.tsx";
import type { LongListProps } from "./windowed.tsx";

const WindowedList = lazily("WindowedList", () => import("./windowed.tsx"));

/** Longer lists are windowed. Until that code is loaded, only this many items are shown. */
const windowedFrom = 100;

/** A list that may be long. */
export function LongList(props: LongListProps) {
  const { as: List = "ul", children, itemClassName, itemHeightPx: _, total: __, ...attributes } = props;
  const unwindowed = (
    <List {...attributes}>
      {children.slice(0, windowedFrom).map((item) => (
        <li key={item.key} className={itemClassName}>
          {item}
        </li>
      ))}
    </List>
  );
  return children.length < windowedFrom ? (
    unwindowed
  ) : (
    <WhenFetched fallback={unwindowed}>
      <WindowedList {...props} />
    </WhenFetched>
  );
}

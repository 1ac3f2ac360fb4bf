import { useMemo, useState } from "react";
import type { Option } from "../../../protocol/field.ts";
import { currentLanguage } from "../../foundation/texts/area-texts.ts";
import { fieldText } from "../../foundation/texts/protocol.ts";
import { findOptions } from "./find-options.ts";
import { SearchControl, type SearchProps } from "./search-control.tsx";

/** A search in the options of a protocol. */
export function SearchedOptions({ options, ...rest }: SearchProps & { options: readonly Option[] }) {
  const [query, setQuery] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const { code: language } = currentLanguage();
  const { found, count } = useMemo(
    () => (isOpen ? findOptions(options, query, { language, textOf: fieldText }) : { found: [], count: 0 }),
    [options, query, isOpen, language],
  );
  const labels = useMemo(() => new Map(options.map(({ value, label }) => [value, label])), [options]);
  return (
    <SearchControl
      {...rest}
      found={found.map(({ value, label, picture }) => ({ value, label: fieldText(label), picture }))}
      count={count}
      total={options.length}
      query={query}
      onQuery={setQuery}
      isOpen={isOpen}
      onOpen={setIsOpen}
      labelOf={(value) => fieldText(labels.get(value) ?? value)}
    />
  );
}

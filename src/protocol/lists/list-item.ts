/** One choice of a long list. */
export type ListItem = {
  /** Stored as the answer. */
  code: string;
  /** In one language, or by language tag. */
  label: string | Record<string, string>;
  /** Other names it is found by. */
  synonyms?: string[] | undefined;
  taxon?: Taxon | undefined;
  /** The list's other columns, by name; filters compare them. */
  attributes?: Record<string, string> | undefined;
};

/** Darwin Core terms of a species: `taxonID`, `scientificName`, `taxonRank`. */
export type Taxon = { id?: string | undefined; scientific_name?: string | undefined; rank?: string | undefined };

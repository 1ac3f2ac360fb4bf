/** What a change did to one answer, or to the position. */
export type Difference = {
  name: string;
  label: string;
  was: string;
  is: string;
  /** How far the position moved. */
  meters?: number | undefined;
};

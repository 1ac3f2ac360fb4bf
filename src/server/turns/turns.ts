/** Who has sent a file, and for which organization; without one, the sender counts as one. */
export type Sender = { person: string; organization: number | undefined };

/**
 * Who is next among those who wait. It is the turn of the organization that was served longest ago, then of that of its
 * people who was served longest ago, then of the file that came first. Nobody, and no organization, has two turns at once.
 */
export class Turns<Waiting extends { sender: Sender }> {
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Set<Waiting>();
  /** When each was served last, as the number of that turn. */
  readonly #served = new Map<string, number>();
  #turn = 0;

  get waiting(): number {
    return this.#waiting.size;
  }

  get running(): number {
    return this.#running.size;
  }

  /** Files of one person that wait or are being read. */
  countOf(person: string): number {
    return [...this.#waiting, ...this.#running].filter(({ sender }) => sender.person === person).length;
  }

  add(each: Waiting): void {
    this.#waiting.add(each);
  }

  /** Begins the next turn; undefined if nobody may have one now. */
  begin(): Waiting | undefined {
    const busy = new Set([...this.#running].flatMap(namesOf));
    const [first, ...others] = [...this.#waiting].filter((each) => !namesOf(each).some((name) => busy.has(name)));
    if (!first) return undefined;
    const next = others.reduce((best, each) => (this.#isBefore(each, best) ? each : best), first);
    this.#waiting.delete(next);
    this.#running.add(next);
    this.#turn += 1;
    for (const name of namesOf(next)) this.#served.set(name, this.#turn);
    return next;
  }

  /** Ends a turn, or the wait for one. */
  end(each: Waiting): void {
    this.#waiting.delete(each);
    this.#running.delete(each);
    if (this.#waiting.size + this.#running.size === 0) this.#served.clear();
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    const others = namesOf(other).map((name) => this.#served.get(name) ?? 0);
    const differences = namesOf(one).map((name, index) => (this.#served.get(name) ?? 0) - (others[index] ?? 0));
    return (differences.find((difference) => difference !== 0) ?? 0) < 0;
  }
}

const namesOf = ({ sender: { person, organization } }: { sender: Sender }): [organization: string, person: string] => [
  organization === undefined ? `of ${person}` : `organization ${organization}`,
  `person ${person}`,
];

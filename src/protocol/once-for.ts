/** What follows from a value alone is computed once, however many expressions ask for it. Values never change. */
export function onceFor<Value extends object, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  const known = new WeakMap<Value, { result: Result }>();
  return (value) => {
    const found = known.get(value) ?? { result: compute(value) };
    known.set(value, found);
    return found.result;
  };
}

/** Enough for the largest forms, which read their expressions and patterns several times when they are saved. */
const keptCharactersMax = 400_000;

/** The same for texts. All are forgotten when they are too many. */
export function onceForText<Result>(compute: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = compute(text);
    characters += text.length;
    if (characters > keptCharactersMax) {
      known.clear();
      characters = text.length;
    }
    known.set(text, result);
    return result;
  };
}

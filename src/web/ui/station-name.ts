/** A station in lists, the same in all languages. */
export const nameOf = ({ code, name }: { code: string; name: string }) => `${code} · ${name}`;

/** Whether PostgreSQL's JSON can store a text: it can't store NUL or lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);

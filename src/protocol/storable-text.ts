/** Whether PostgreSQL's JSON can hold a text: NUL and half a pair of surrogates it cannot, and nobody types them on purpose. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);

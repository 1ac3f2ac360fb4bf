/** For names, codes and expressions. Safari corrects what isn't told by `autoCorrect` not to be, spelling checked or not. */
export const asTyped = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

/** ISO 639, optionally with a script or region: `en`, `pt-BR`, `zh-Hant`. */
export const languageCode = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** Whether a code is written as BCP 47 recommends, so that a language has one code. */
export function isCanonicalLanguage(code: string): boolean {
  try {
    return languageCode.test(code) && Intl.getCanonicalLocales(code)[0] === code;
  } catch {
    return false;
  }
}

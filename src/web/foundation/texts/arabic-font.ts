import "./arabic-font.css";

/** Named here, because a script that only has a style sheet is removed by the build. */
export const arabicFont = "Noto Sans Arabic";

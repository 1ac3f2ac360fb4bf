/** Only new passwords are measured, in characters. */
export const passwordMinLength = 12;
export const passwordMaxLength = 256;

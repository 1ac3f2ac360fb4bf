/** The address of the API, without a trailing slash. */
export const apiBase: string = import.meta.env.VITE_API_BASE || "/api";
